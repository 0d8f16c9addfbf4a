// Commands for scripts and shells: what each takes.
import type { Command, Flag } from './command.ts'
import { profileSettings } from './profile-settings.ts'

const api: Command = {
  name: 'api',
  summary: 'Send a request to the API of the server and print its answer.',
  positional: [
    {
      name: 'path',
      field: 'path',
      type: 'text',
      required: true,
      description: 'Path below /v1, with or without it',
    },
  ],
  flags: [
    {
      name: 'method',
      field: 'method',
      type: 'text',
      letter: 'X',
      description: 'Else GET, or POST with fields or a body',
    },
    {
      name: 'field',
      field: 'fields',
      type: 'list',
      letter: 'f',
      placeholder: 'name=text',
      description: 'Text of the JSON body, of the query with GET; name[]=text makes a list',
    },
    {
      name: 'typed-field',
      field: 'typedFields',
      type: 'list',
      letter: 'F',
      placeholder: 'name=value',
      description: 'Likewise with a JSON value: true, 3, null, ["a"]',
    },
    {
      name: 'header',
      field: 'headers',
      type: 'list',
      letter: 'H',
      placeholder: 'name: value',
      description: 'Header of the request, for example If-Match: "v3"',
    },
    {
      name: 'input',
      field: 'input',
      type: 'text',
      placeholder: 'file',
      description: 'File whose bytes are the body, or - for stdin',
    },
    { name: 'all', field: 'all', type: 'boolean', description: 'Every page of a list in one document' },
  ],
  more: ['The answer is printed as it came. What the API offers: {RECTO_URL}/v1/openapi.json'],
}

const completion: Command = {
  name: 'completion',
  summary: 'Print a script that completes commands, flags and short IDs in your shell.',
  positional: [
    {
      name: 'shell',
      field: 'shell',
      type: 'text',
      required: true,
      values: ['bash', 'zsh', 'fish'],
      description: 'bash, zsh or fish',
    },
  ],
  flags: [],
  more: [
    'bash: put  eval "$(recto completion bash)"  into ~/.bashrc',
    'zsh:  put  eval "$(recto completion zsh)"  into ~/.zshrc, below compinit',
    'fish: recto completion fish > ~/.config/fish/completions/recto.fish',
  ],
}

const mcp: Command = {
  name: 'mcp',
  summary: 'Offer the tools of the server to a program on this machine that speaks MCP over stdio.',
  positional: [],
  flags: [
    {
      name: 'root',
      field: 'root',
      type: 'text',
      placeholder: 'folder',
      description: 'Folder whose files the tool publish may read; else the one it was started in',
    },
  ],
  more: ['Configure it as a command: recto mcp. It signs in as you do: with recto login or RECTO_API_KEY.'],
}

const conformance: Command = {
  name: 'conformance',
  summary: 'Prove from outside that a server keeps the contract; exit 1 if it does not.',
  positional: [
    { name: 'url', field: 'url', type: 'text', required: true, description: 'Address of the server' },
  ],
  flags: [],
  more: [
    'Signed in or with RECTO_API_KEY it makes some pages of yours, and deletes them at the end. Else it proves what anybody sees.',
    'With the key of somebody else of the organization in RECTO_SECOND_KEY it proves what is between two people too.',
  ],
}

const skillInstall: Command = {
  name: 'skill install',
  summary: 'Teach the agents on this machine to publish: write the skill where each looks for it.',
  positional: [
    {
      name: 'agent',
      field: 'agents',
      type: 'list',
      description:
        'claude, codex, cursor, gemini or opencode; without any, those on this machine, and all with --scope project',
    },
  ],
  flags: [
    {
      name: 'scope',
      field: 'scope',
      type: 'text',
      values: ['person', 'project'],
      description: 'For you everywhere, or for those who work in this folder',
    },
    {
      name: 'plugin',
      field: 'plugin',
      type: 'boolean',
      description: 'As a plugin, which holds the tools of the server too: claude, codex, cursor and gemini',
    },
  ],
}

const login: Command = {
  name: 'login',
  summary: 'Sign in on this machine with your browser.',
  positional: [],
  flags: [
    {
      name: 'device',
      field: 'device',
      type: 'boolean',
      description: 'Show a code to type into a browser anywhere, where this machine has none',
    },
    {
      name: 'insecure-storage',
      field: 'insecureStorage',
      type: 'boolean',
      description: 'Keep it in a file, though this system has a keychain',
    },
  ],
  more: [
    'Kept for each server and profile in the keychain of this system, if there is one, else in a file that you alone can read. RECTO_API_KEY goes before it.',
  ],
}

const logout: Command = {
  name: 'logout',
  summary: 'End the sign-in on this machine, here and at the server.',
  positional: [],
  flags: [],
}

const whoami: Command = {
  name: 'whoami',
  summary: 'Read who the credential acts as, in which organization, and what it may do.',
  positional: [],
  flags: [],
}

const setting: Flag = {
  name: 'setting',
  field: 'setting',
  type: 'text',
  required: true,
  values: Object.keys(profileSettings),
  description: Object.keys(profileSettings).join(', '),
}

const configCommands: readonly Command[] = [
  { name: 'config list', summary: 'Show the profiles and their settings.', positional: [], flags: [] },
  {
    name: 'config set',
    summary: 'Keep a setting in the profile.',
    positional: [
      setting,
      { name: 'value', field: 'value', type: 'text', required: true, description: 'Its value' },
    ],
    flags: [],
    more: ['--url and environment variables go before what is kept here.'],
  },
  { name: 'config unset', summary: 'Forget a setting of the profile.', positional: [setting], flags: [] },
  {
    name: 'config use',
    summary: 'Pick the profile that is used where none is named.',
    positional: [
      { name: 'name', field: 'name', type: 'text', required: true, description: 'Name of the profile' },
    ],
    flags: [],
  },
]

export const toolCommands: readonly Command[] = [
  api,
  completion,
  mcp,
  conformance,
  skillInstall,
  login,
  logout,
  whoami,
  ...configCommands,
]
