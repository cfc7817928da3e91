import { CommandError } from '../lib/command.ts';
import type { Step } from './steps.ts';
import type { DeployWorld } from './world.ts';

/**
 * Runs the steps in order and prints the duration of each. The first failure ends the run.
 * @throws CommandError naming the failed step and what to do about it
 */
export async function runSteps(steps: readonly Step[], world: DeployWorld): Promise<void> {
  const began = world.now();
  for (const [index, step] of steps.entries()) {
    world.print(`[${index + 1}/${steps.length}] ${step.name}: ${step.about}`);
    const started = world.now();
    try {
      await step.run(world);
    } catch (error) {
      const what =
        error instanceof CommandError || !(error instanceof Error)
          ? String((error as Error).message ?? error)
          : (error.stack ?? error.message);
      throw new CommandError(
        `The step "${step.name}" failed after ${seconds(world.now() - started)}:\n${what}\n${step.hint}`,
      );
    }
    world.print(`      done in ${seconds(world.now() - started)}`);
  }
  world.print(`"${world.stage}" is done in ${seconds(world.now() - began)}.`);
}

const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`;
