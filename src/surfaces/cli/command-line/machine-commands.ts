// The commands that run on the server's own machine, without a key: the server itself and its administration.
import type { Command } from './command.ts'

const serve: Command = {
  name: 'serve',
  summary: 'Run the server; settings are environment variables. Needs Node 24.',
  positional: [],
  flags: [],
}

const verify: Command = {
  name: 'admin verify',
  summary: 'Check on this machine that every version is there with its exact bytes. Needs Node 24.',
  positional: [],
  flags: [],
  more: [
    'Reads the same settings as recto serve and may run beside it. Exit code 1 when something is wrong.',
  ],
}

const plan: Command = {
  name: 'admin plan',
  summary: 'Put an organization on a plan. Needs Node 24.',
  positional: [
    {
      name: 'organization',
      field: 'organization',
      type: 'text',
      required: true,
      description: 'Its name or its id',
    },
    {
      name: 'plan',
      field: 'plan',
      type: 'text',
      required: true,
      description: 'free, solo, pro or enterprise',
    },
  ],
  flags: [],
  more: ['Reads the same settings as recto serve and may run beside it.'],
}

const takedown: Command = {
  name: 'admin takedown',
  summary: 'Hide an artifact from everybody and keep its content for review. Needs Node 24.',
  positional: [
    {
      name: 'id',
      field: 'id',
      type: 'text',
      required: true,
      description: 'Short ID or address of the artifact',
    },
  ],
  flags: [
    {
      name: 'reason',
      field: 'reason',
      type: 'text',
      placeholder: 'text',
      description: 'Why; kept in the audit and sent to its owner',
    },
    { name: 'restore', field: 'restore', type: 'boolean', description: 'Show it again' },
  ],
  more: [
    'The same file cannot be published here again without an account, until it is restored.',
    'Reads the same settings as recto serve and may run beside it.',
  ],
}

const resetSecondFactor: Command = {
  name: 'admin reset-second-factor',
  summary: 'Let somebody who lost the second factor sign in with a code by mail alone. Needs Node 24.',
  positional: [
    {
      name: 'email',
      field: 'email',
      type: 'text',
      required: true,
      description: 'The address of the person',
    },
  ],
  flags: [],
  more: [
    'Make sure by another way that it is them who ask. Their sessions end, and they get a mail; keys go on.',
    'Reads the same settings as recto serve and may run beside it.',
  ],
}

export const onMachine: readonly Command[] = [serve, verify, plan, takedown, resetSecondFactor]
