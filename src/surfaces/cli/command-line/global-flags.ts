// Flags that mean the same in every command.
import type { Flag } from './command.ts'

/** Flags of every command. */
export const globalFlags: readonly Flag[] = [
  {
    name: 'url',
    field: 'url',
    type: 'text',
    description: 'The server; else RECTO_URL, else where this program came from, else http://localhost:4400',
  },
  {
    name: 'profile',
    field: 'profile',
    type: 'text',
    description: 'Settings and sign-in kept under this name; else RECTO_PROFILE, else the one in use',
  },
  {
    name: 'json',
    field: 'json',
    type: 'boolean',
    description: 'One JSON document; the default where stdout is no terminal',
  },
  {
    name: 'jq',
    field: 'jq',
    type: 'text',
    letter: 'q',
    placeholder: 'filter',
    description: 'Print what this jq filter makes of the JSON',
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
