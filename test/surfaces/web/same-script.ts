// One script for the frame documents of all kinds, where it does not matter what it does.
import { type FrameScript, frameScripts } from '../../../src/surfaces/viewer/profiles.ts'

export const sameScript = (script: string) =>
  Object.fromEntries(frameScripts.map(name => [name, script])) as Record<FrameScript, string>
