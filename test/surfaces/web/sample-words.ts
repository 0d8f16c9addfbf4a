// The words and moments that sample pages are made of.

/** The places that people write to. */
export interface Words {
  name: string
  person: string
  email: string
  organization: string
  message: string
}

export const plainWords: Words = {
  name: 'Third-quarter results',
  person: 'Ana Sousa',
  email: 'ana@acme.example',
  organization: 'Acme',
  message: 'Write an address like ana@example.com.',
}

export const url = 'https://recto.example'
export const now = new Date('2026-11-21T12:00:00Z')
export const ago = (days: number) => new Date(now.getTime() - days * 86_400_000)
