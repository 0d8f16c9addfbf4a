// Sentences about the organization somebody is in, wherever they go on from.

const done: Readonly<Record<string, string>> = {
  switched: 'You are in another organization now.',
  joined: 'Welcome. You are a member now.',
}

export const organizationWords = {
  done,
  changed: (name: string | null) =>
    `You went to ${name ?? 'another organization'} in another window since this page was opened. Nothing was changed. Open the page again, or go back to the organization it was for.`,
} as const
