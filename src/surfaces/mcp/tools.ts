// Every tool of both endpoints: those divided or joined by hand, then one for each operation that has a mapping.

import { artifactSchema } from '../../operations/artifacts/artifact-answer.ts'
import { change } from '../../operations/artifacts/sharing.ts'
import { createPublicUpload, createUpload } from '../../operations/artifacts/uploads.ts'
import { allOperations } from '../../operations/index.ts'
import { isGap, type McpMapping } from '../../operations/kernel/operation.ts'
import { addCommentTool, listCommentsTool } from './comment-tools.ts'
import { publicPublishTool, publishTool } from './publish-tool.ts'
import { statusTool } from './status-tool.ts'
import { type Choice, generatedTool, type Tool } from './tool.ts'

const uploadMapping: McpMapping = {
  tool: 'create_upload',
  title: 'Create an upload',
  description:
    'Announces a file of known size and returns a one-time url with a ready curl command. PUT the raw bytes there within 15 minutes, then call publish with the upload_id. Use it for more than about 100 KB, or whenever the file is on disk and you have a shell.',
  hints: { readOnly: false, destructive: false, idempotent: false, openWorld: false },
}

const settings: McpMapping = {
  tool: 'update_artifact',
  title: 'Change settings',
  description: 'Changes name, theme, labels (the whole list) or expiry of an artifact; makes no version.',
  hints: { readOnly: false, destructive: false, idempotent: true, openWorld: true },
}

const sharing: McpMapping = {
  tool: 'update_sharing',
  title: 'Change who can open it',
  description:
    'Changes the audience of an artifact: visibility, and people added or removed by email. Returns the audience after the change. Widening shows the page to more people, public to everybody: do it only when the person asked for it.',
  hints: { readOnly: false, destructive: true, idempotent: true, openWorld: true },
  rename: { addSharedWith: 'add_emails', removeSharedWith: 'remove_emails' },
}

const settingFields = ['name', 'theme', 'labels', 'expiresAt']
const sharingFields = ['visibility', 'addSharedWith', 'removeSharedWith', 'comments']
const sharingNotice = ['notify', 'message']
/** Without a dry run the answer is always the artifact. */
const changeIt = { ...change, output: artifactSchema }

const derived = (only: (mapping: McpMapping) => boolean): Tool[] =>
  allOperations.flatMap(operation =>
    isGap(operation.mcp) || !only(operation.mcp)
      ? []
      : [generatedTool(operation, operation.mcp, choices[operation.mcp.tool])],
  )

/** A preview stays public where nothing else is said. */
const choices: Readonly<Record<string, Choice>> = {
  claim_preview: { audience: ({ visibility = 'public' }) => ({ visibility }) },
}

/** Tools for credentials, always in this order: lists are cached. */
export const signedInTools = (): Tool[] => [
  publishTool,
  generatedTool(createUpload, uploadMapping),
  generatedTool(changeIt, settings, {
    fields: ['id', ...settingFields],
    someOf: settingFields,
    scopes: given =>
      given.expires_at === undefined ? ['artifacts:write'] : ['artifacts:write', 'artifacts:delete'],
  }),
  generatedTool(changeIt, sharing, {
    fields: ['id', ...sharingFields, ...sharingNotice],
    someOf: sharingFields,
    scopes: () => ['sharing:write'],
  }),
  ...derived(() => true),
  listCommentsTool,
  addCommentTool,
  statusTool,
]

/** Tools for anybody. */
export const publicTools = (): Tool[] => [
  publicPublishTool,
  generatedTool(createPublicUpload, uploadMapping),
  ...derived(mapping => mapping.public === true),
]
