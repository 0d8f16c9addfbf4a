// What the commands written by hand take; those that only carry an operation are derived in manifest.ts.
import type { Command, Flag } from './command.ts'
import { onMachine } from './on-machine.ts'

/** Flags of every command. */
export const globalFlags: readonly Flag[] = [
  {
    name: 'url',
    field: 'url',
    type: 'text',
    description: 'The server; else RECTO_URL, else http://localhost:4400',
  },
  {
    name: 'json',
    field: 'json',
    type: 'boolean',
    description: 'One JSON document; the default where stdout is no terminal',
  },
  {
    name: 'actor-type',
    field: 'actorType',
    type: 'text',
    values: ['human', 'agent'],
    description: 'Who works here, kept with what is written; else RECTO_ACTOR_TYPE',
  },
  {
    name: 'actor-name',
    field: 'actorName',
    type: 'text',
    description: 'Its name; else RECTO_ACTOR_NAME',
  },
  { name: 'help', field: 'help', type: 'boolean', letter: 'h', description: 'This text' },
]

const id: Flag = {
  name: 'id',
  field: 'id',
  type: 'text',
  required: true,
  description: 'Short ID or address of the artifact; @3 behind it names version 3',
}

const audience: readonly Flag[] = [
  {
    name: 'visibility',
    field: 'visibility',
    type: 'text',
    placeholder: 'audience',
    description:
      'public, company, private, or email addresses separated by commas (private, shared with those)',
  },
  { name: 'public', field: 'public', type: 'boolean', description: 'Anyone can open it' },
  { name: 'company', field: 'company', type: 'boolean', description: 'Your organization can open it' },
  { name: 'private', field: 'private', type: 'boolean', description: 'You and the people named can open it' },
]

const note: Flag = {
  name: 'note',
  field: 'note',
  type: 'text',
  description: 'What changed in this version',
}

const baseVersion: Flag = {
  name: 'base-version',
  field: 'baseVersion',
  type: 'integer',
  placeholder: 'n',
  description: 'The version the change was made from',
}

const notice: readonly Flag[] = [
  { name: 'notify', field: 'notify', type: 'boolean', description: 'Mail each newly named person a link' },
  {
    name: 'message',
    field: 'message',
    type: 'text',
    description: 'Plain text in that mail, up to 500 characters',
  },
]

const publish: Command = {
  name: 'publish',
  summary: 'Publish one HTML or Markdown file and get its address; with --id make a new version there.',
  positional: [
    { name: 'file', field: 'file', type: 'text', required: true, description: 'The file, or - for stdin' },
  ],
  flags: [
    { ...idFlag(), description: 'Update this artifact in place of publishing a new one' },
    {
      ...baseVersion,
      description:
        'With --id: the version your file was made from; else the one in .recto.json beside the file',
    },
    { name: 'name', field: 'name', type: 'text', description: 'Title; else the one in the file' },
    ...audience,
    {
      name: 'share',
      field: 'sharedWith',
      type: 'list',
      placeholder: 'address',
      description: 'Email address of somebody who can open it; repeat it for more',
    },
    ...notice,
    {
      name: 'theme',
      field: 'theme',
      type: 'text',
      description: 'Look of Markdown: github, paper, terminal or plain',
    },
    note,
    {
      name: 'merge',
      field: 'merge',
      type: 'boolean',
      description: 'With --id: merge into the current version where the changes do not overlap',
    },
    {
      name: 'reload',
      field: 'reload',
      type: 'boolean',
      description: 'With --id: show the new version at once on open pages where nobody is writing',
    },
    {
      name: 'always',
      field: 'always',
      type: 'boolean',
      description: 'With --id: make a version also where the bytes are the same',
    },
    {
      name: 'public-preview',
      field: 'publicPreview',
      type: 'boolean',
      description: 'Publish without an account: anyone can open it, for 30 days',
    },
    {
      name: 'format',
      field: 'format',
      type: 'text',
      values: ['html', 'markdown'],
      description:
        'Format of a file whose name has no extension, and of stdin, which else tells by its beginning',
    },
  ],
  more: [
    'The version is written to .recto.json beside the file, and the next update starts from it.',
    'When somebody saved another version meanwhile, nothing is overwritten and the exit code is 5.',
  ],
}

function idFlag(): Flag {
  const { required: _, ...rest } = id
  return { ...rest, name: 'id', placeholder: 'id' }
}

const get: Command = {
  name: 'get',
  summary: 'Read what is known of an artifact; with -o save the file itself.',
  positional: [id],
  flags: [
    {
      name: 'output',
      field: 'output',
      type: 'text',
      letter: 'o',
      placeholder: 'file',
      description:
        'Save the exact bytes there, or - for stdout; the version is written to .recto.json beside it',
    },
    {
      name: 'version',
      field: 'version',
      type: 'integer',
      placeholder: 'n',
      description: 'An earlier version',
    },
  ],
}

const edit: Command = {
  name: 'edit',
  summary: 'Replace passages in place; each old text must occur exactly once.',
  positional: [id],
  flags: [
    { ...baseVersion, required: true },
    {
      name: 'old',
      field: 'old',
      type: 'list',
      placeholder: 'text',
      description: 'Text to replace; repeat it, each with its --new',
    },
    {
      name: 'new',
      field: 'new',
      type: 'list',
      placeholder: 'text',
      description: 'Text that takes its place',
    },
    {
      name: 'edits',
      field: 'edits',
      type: 'text',
      placeholder: 'file',
      description: 'JSON file, or - for stdin: [{"oldText": "…", "newText": "…"}]',
    },
    note,
  ],
}

const share: Command = {
  name: 'share',
  summary: 'Say who can open an artifact.',
  positional: [
    id,
    {
      name: 'address',
      field: 'addresses',
      type: 'list',
      description: 'Email addresses of people who can open it too',
    },
  ],
  flags: [
    ...audience,
    {
      name: 'remove',
      field: 'remove',
      type: 'list',
      placeholder: 'address',
      description: 'Email address to take away; repeat it for more',
    },
    {
      name: 'comments',
      field: 'comments',
      type: 'text',
      values: ['internal', 'shared'],
      description: 'Whether readers from outside see the comments',
    },
    {
      name: 'only',
      field: 'only',
      type: 'boolean',
      description: 'The addresses given replace the named people; without any, nobody is named',
    },
    ...notice,
  ],
}

const rename: Command = {
  name: 'rename',
  summary: 'Change the name of an artifact; its address stays.',
  positional: [id, { name: 'name', field: 'name', type: 'text', required: true, description: 'New name' }],
  flags: [],
}

const text: Flag = {
  name: 'text',
  field: 'body',
  type: 'text',
  required: true,
  description: 'Markdown, or - for stdin',
}

const comment: Command = {
  name: 'comments add',
  summary: 'Start a thread on an artifact, or on a passage of it.',
  positional: [id, text],
  flags: [
    {
      name: 'quote',
      field: 'quote',
      type: 'text',
      placeholder: 'words',
      description: 'The passage it is about, as it stands in the page',
    },
  ],
}

const reply: Command = {
  name: 'comments reply',
  summary: 'Answer a thread.',
  positional: [
    id,
    { name: 'thread', field: 'parentId', type: 'text', required: true, description: 'Id of the thread' },
    text,
  ],
  flags: [],
}

const after = (otherwise: string): Flag => ({
  name: 'after',
  field: 'after',
  type: 'text',
  placeholder: 'id',
  description: `Begin behind this event; now for what comes from here on. Else ${otherwise}`,
})

const follow: Flag = {
  name: 'follow',
  field: 'follow',
  type: 'boolean',
  description: 'Wait for what comes; --no-follow stops at the end of what there is',
}

const watch: Command = {
  name: 'comments watch',
  summary:
    'Print what happens to the threads of an artifact, one JSON line each with the thread, as it happens.',
  positional: [id],
  flags: [after('now'), follow],
  more: ['While the server cannot be reached it is asked again.'],
}

const events: Command = {
  name: 'events',
  summary: 'Print what happens in the organization, one JSON line each, and go on with what comes.',
  positional: [],
  flags: [
    after('with the first there is'),
    {
      name: 'artifact',
      field: 'artifact',
      type: 'text',
      placeholder: 'id',
      description: 'Only events of this artifact: short ID or full address',
    },
    follow,
  ],
  more: ['What you may not read is not there. While the server cannot be reached it is asked again.'],
}

const open: Command = {
  name: 'open',
  summary: 'Print the address of an artifact and, on a terminal, open it in the browser.',
  positional: [id],
  flags: [{ name: 'launch', field: 'launch', type: 'boolean', description: 'Open the browser, or not' }],
}

export const byHand: readonly Command[] = [
  publish,
  get,
  edit,
  share,
  rename,
  comment,
  reply,
  watch,
  events,
  open,
  ...onMachine,
]
