// Commands that write comments or follow what happens: what each takes.
import { id } from './artifact-commands.ts'
import type { Command, Flag } from './command.ts'

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
  description: `Begin behind this event; start for the first there is, now for what comes from here on. Else where this stopped last time, at first ${otherwise}`,
})

const follow: Flag = {
  name: 'follow',
  field: 'follow',
  type: 'boolean',
  description: 'Wait for what comes; --no-follow stops at the end of what there is',
}

const follower: Flag = {
  name: 'follower',
  field: 'follower',
  type: 'text',
  placeholder: 'name',
  description: 'Keep a position of its own, where several programs on this machine follow the same',
}

const RESUMES =
  'It goes on where it stopped last time, for each server, account and artifact, and waits for a server that is away.'

const watch: Command = {
  name: 'comments watch',
  summary:
    'Print what happens to the threads of an artifact, one JSON line each with the thread, as it happens.',
  positional: [id],
  flags: [after('now'), follow, follower],
  more: [RESUMES],
}

const events: Command = {
  name: 'events',
  summary: 'Print what happens in the organization, one JSON line each, and go on with what comes.',
  positional: [],
  flags: [
    after('start'),
    {
      name: 'artifact',
      field: 'artifact',
      type: 'text',
      placeholder: 'id',
      description: 'Only events of this artifact: short ID or full address',
    },
    follow,
    follower,
  ],
  more: ['What you may not read is not there.', RESUMES],
}

export const commentCommands: readonly Command[] = [comment, reply, watch, events]
