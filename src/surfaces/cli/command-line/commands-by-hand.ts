// The commands written by hand, as data; those that only carry an operation are derived in manifest.ts.
import { artifactCommands } from './artifact-commands.ts'
import type { Command } from './command.ts'
import { commentCommands } from './comment-commands.ts'
import { onMachine } from './machine-commands.ts'
import { toolCommands } from './tool-commands.ts'

export const byHand: readonly Command[] = [
  ...artifactCommands,
  ...commentCommands,
  ...toolCommands,
  ...onMachine,
]
