/*
 * The app, as the SST command reads it. It allows no import outside of a function here, and `app()` is read alone
 * before anything is made: what a stage is comes from stacks/settings.ts, what it is made of from stacks/app.ts.
 */
export default $config({
  async app(input) {
    const { settingsFor } = await import('./stacks/settings.ts');
    const stage = input.stage;
    const { region, protect } = settingsFor(stage);
    return {
      name: 'albumen',
      version: '4.17.1',
      home: 'aws',
      removal: protect ? 'retain' : 'remove',
      protect,
      providers: { aws: { region, version: '7.20.0', defaultTags: { tags: { app: 'albumen', stage } } } },
    };
  },
  async run() {
    const { app } = await import('./stacks/app.ts');
    return app();
  },
});
