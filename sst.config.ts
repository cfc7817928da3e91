/*
 * The app, as the SST command reads it. SST allows no import outside of a function here, and evaluates `app()` before
 * any resource: stacks/settings.ts defines a stage's settings, stacks/app.ts its resources.
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
