// Opening the page of an artifact: what its header, its menu and the card of its link say to this reader.
import { z } from 'zod'
import { type ArtifactRight, artifactRightsOf } from '../../domain/artifact-rights.ts'
import { maySeeComments } from '../../domain/policy.ts'
import * as fields from '../kernel/fields.ts'
import { type KeptTask, operation } from '../kernel/operation.ts'
import { descriptionOf, knownDescription } from './page-description.ts'
import { type Content, viewedNow, viewedVersion } from './read-artifacts.ts'

/** An artifact with the version shown, and what its reader may do. */
export interface OpenedPage extends Content {
  can: ArtifactRight[]
  /** True where the comments are open to the reader. */
  seesComments: boolean
  /** First sentences of a page that everybody may read; only of the current version. */
  description: string | undefined
}

const gap = 'the page itself; programs read what it says with get and content'

export const openPage = operation({
  name: 'openPage',
  summary: 'Open the page of an artifact in a browser.',
  input: z.object({ id: fields.id, version: fields.version.optional() }),
  output: z.custom<OpenedPage>(),
  effect: 'read',
  access: { artifact: 'read' },
  versionField: 'version',
  fails: [],
  rest: { gap },
  mcp: { gap },
  cli: { gap },
  async run(task) {
    const { context, artifact, input } = task
    const version = await viewedVersion(task, input.version)
    const description = input.version === undefined ? await descriptionOf(context, artifact) : undefined
    return { artifact, version, ...rightsOf(task), description }
  },
  runKept(task) {
    const { artifact } = task
    const known = knownDescription(artifact)
    return known && { artifact, version: viewedNow(task), ...rightsOf(task), description: known.text }
  },
})

const rightsOf = ({ actor, artifact }: Pick<KeptTask, 'actor' | 'artifact'>) => ({
  can: artifactRightsOf(actor, artifact, true),
  seesComments: maySeeComments(actor, artifact),
})
