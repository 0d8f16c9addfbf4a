// The words for who can open a page: in a word or two, and as a sentence.

const people = (count: number): string => (count === 1 ? '1 person' : `${count} people`)

export const audience = {
  anyone: 'Anyone with the link',
  anyoneOpens: 'Anyone with the link can open this page.',
  organization: 'Organization',
  theOrganization: 'the organization',
  people,
  everyoneOpens: (organization: string, added: number) =>
    `Everyone at ${organization}${added > 0 ? ` and ${people(added)} added` : ''} can open this page.`,
  onlyYou: 'Only you',
  onlyYouOpen: 'Only you can open this page.',
  youOpen: (added: number) => `You and ${people(added)} added can open this page.`,
  private: 'Private',
  onlyOwnerOpens: 'Only the owner can open this page.',
  ownerOpens: (added: number) => `The owner and ${people(added)} added can open this page.`,
} as const

/** The effect of a change before it is made; the count is unknown where people cannot be counted. */
export const effect = {
  everyone: (verb: 'gain' | 'lose') => `Everyone with the link ${verb}s access`,
  people: (verb: 'gain' | 'lose', count: number | null) =>
    count === null
      ? `People ${verb} access`
      : count === 1
        ? `1 person ${verb}s access`
        : `${count} people ${verb} access`,
} as const
