// The sentences of a tool error: what happened and what to do next, with the names of tools and arguments of this surface.
import { sliceText } from '../../content/text/text-slice.ts'
import { shortIdIn } from '../../domain/artifact.ts'
import type { JsonBytes } from '../../domain/json-bytes.ts'
import type { Problem, ProblemCode } from '../../domain/problem.ts'
import { isUnknownName } from './arguments.ts'
import { snakeWords } from './names.ts'
import type { Arguments } from './tool.ts'

export interface Occasion {
  /** The tool that was called; none for a resource or a prompt. */
  tool?: string | undefined
  given: Arguments
  /** Returns the name of the argument for an input field. */
  argumentFor(field: string): string
  requestId: string
  /** `{base_url}`. */
  url: string
  /** The tools at this address. */
  tools: { has(name: string): boolean }
}

export interface Advice {
  happened: string
  next: string
}

type Words = (problem: Problem, occasion: Occasion) => Advice

/** A passage that two versions changed differently (contract section 3, `conflicts`). */
export interface Passage {
  line: number
  base: string
  mine: string
  theirs: string
}

export const passagesIn = ({ extras }: Problem): readonly Passage[] =>
  (extras.conflicts as JsonBytes<Passage[]> | undefined)?.read() ?? []

/** Returns one sentence where all needed tools are offered, another where they are not. */
const where = ({ tools }: Occasion, needs: readonly string[], offered: string, otherwise: string): string =>
  needs.every(name => tools.has(name)) ? offered : otherwise

const overlap = (problem: Problem): Advice => {
  const { currentVersion } = problem.extras
  const count = passagesIn(problem).length
  return {
    happened: `A merge with version ${currentVersion} was tried, but ${count === 1 ? 'one passage was' : `${count} passages were`} changed on both sides, so nothing was saved.`,
    next: `Settle each passage below, write the result into the source of version ${currentVersion}, and call again with base_version ${currentVersion}.`,
  }
}

const conflict: Words = (problem, occasion) =>
  Number(occasion.given.base_version) > Number(problem.extras.currentVersion)
    ? ahead(problem, occasion)
    : behind(problem, occasion)

const ahead: Words = ({ extras: { currentVersion } }, { given }) => ({
  happened: `There is no version ${given.base_version} yet, ${currentVersion} is current, so nothing was changed.`,
  next: `Read version ${currentVersion}, bring your change into it, and call again with base_version ${currentVersion}.`,
})

const behind: Words = ({ extras }, { tools }) => ({
  happened: `Version ${extras.currentVersion} was saved after the one you edited from, so nothing was changed.`,
  next: `See what changed, bring your change into version ${extras.currentVersion}, and call again with that base_version${
    tools.has('diff_versions') && tools.has('publish')
      ? '; publish with merge true joins changes that do not overlap'
      : ''
  }.`,
})

const notFound: Words = (_, { given, url, tools }) => {
  const { claim_url: claim, version, from_version: from, to_version: to } = given
  if (typeof claim === 'string')
    return shortIdIn(claim) === null
      ? {
          happened: 'No preview has this claim_url.',
          next: `Give the whole claim_url that its publish answered; it begins with ${url}/claim/.`,
        }
      : {
          happened: 'claim_url is the address of a page, not of a claim.',
          next: `Ask the person for the claim_url that the publish answered; it begins with ${url}/claim/.`,
        }
  if (version !== undefined || from !== undefined || to !== undefined)
    return {
      happened: 'There is no such version, or your credential may not see it.',
      next: tools.has('list_versions')
        ? 'Call list_versions: it names those there are.'
        : 'Check short_id and version.',
    }
  if (given.thread_ids !== undefined)
    return {
      happened: 'There is no such thread, or your credential may not see it.',
      next: tools.has('list_comments') ? 'Call list_comments: it names those there are.' : 'Check the id.',
    }
  return {
    happened: 'Nothing is here, or your credential may not see it.',
    next: tools.has('search')
      ? 'Check short_id, or find the page with search.'
      : 'Check short_id; a page that is not public needs a credential that may read it.',
  }
}

/** The people who may do what a tool does to an artifact (contract section 6). */
const editors = 'Members of its organization may'
const sharers = 'Its owner may, and so may owners and admins of its organization'
const roleFor: Readonly<Record<string, string>> = {
  publish: editors,
  edit_artifact: editors,
  restore_version: editors,
  update_artifact: sharers,
  update_sharing: sharers,
  delete_artifact: sharers,
}

/** A right that is lacking: the role that has it, since another call with other arguments does not help. */
const forbidden: Words = (problem, { tool = '' }) => {
  const { happened, next } = divided(problem)
  const role = roleFor[tool]
  if (problem.message.startsWith('You can read this artifact but') && role)
    return {
      happened: 'You can read this artifact but not do this to it.',
      next: `${role}. Tell the person to ask one of them, or publish a copy.`,
    }
  return { happened, next: next ?? 'Tell the person that somebody of that role has to do it.' }
}

/** Codes whose own sentence speaks of REST, or holds words that somebody else wrote. */
const words: Partial<Record<ProblemCode, Words>> = {
  unauthorized: (_, { url }) => ({
    happened:
      'This needs a credential: without one only public artifacts can be read, and an edit_token changes nothing but its own unclaimed preview.',
    next: `Connect to ${url}/v1/mcp, where the person signs in with OAuth or gives an API key; or check short_id and edit_token.`,
  }),
  insufficient_scope: ({ extras }) => ({
    happened: `The credential lacks the scope ${extras.scope}.`,
    next: 'Tell the person: they sign in again with OAuth and allow it, or connect with a key that holds it.',
  }),
  forbidden,
  not_found: notFound,
  already_claimed: ({ extras }) =>
    extras.shortId === undefined
      ? {
          happened: 'Somebody claimed this preview before, so its claim_url is spent.',
          next: 'The page lives on at its address; ask the person who claimed it.',
        }
      : {
          happened: 'This preview was claimed into your organization before, so nothing is left to do.',
          next: `Use it under the short_id ${extras.shortId}.`,
        },
  claim_expired: (_, occasion) => ({
    happened: 'This preview reached its 30 days and is gone.',
    next: where(
      occasion,
      ['publish'],
      'Publish the file again.',
      'Ask the person to publish the file again.',
    ),
  }),
  already_member: (_, { tools }) => ({
    happened: 'This address belongs to a member of the organization already.',
    next: `No invitation is needed${tools.has('list_members') ? '; list_members tells the role' : ''}. A role is changed in the dashboard, by an owner or admin.`,
  }),
  session_required: () => ({
    happened: 'Only a person who is signed in to the dashboard may do this.',
    next: 'Tell the person to do it there.',
  }),
  reauthentication_required: () => ({
    happened: 'This needs a person who signed in a short time ago.',
    next: 'Tell the person to do it in the dashboard.',
  }),
  plan_limit: problem => ({
    happened: divided(problem).happened,
    next: 'Tell the person: they may delete a page or move to a larger plan. Make nothing public to get around this.',
  }),
  service_key_private: () => ({
    happened: 'A service key acts for the organization and cannot make something private.',
    next: 'Use company, or connect as a person.',
  }),
  previews_disabled: (_, { url }) => ({
    happened: 'This server takes no public previews.',
    next: `Connect to ${url}/v1/mcp, where the person signs in with OAuth or gives an API key.`,
  }),
  base_version_required: ({ extras }) => ({
    happened: `base_version is missing; an update names the version it was edited from, and ${extras.currentVersion} is current.`,
    next: `Read the content, bring your change into it, and call again with base_version ${extras.currentVersion}.`,
  }),
  version_conflict: (problem, occasion) =>
    passagesIn(problem).length > 0 ? overlap(problem) : conflict(problem, occasion),
  file_required: (_, occasion) => ({
    happened: 'Neither content nor upload_id was given.',
    next: where(
      occasion,
      ['create_upload'],
      'Give the whole file as content, or call create_upload first and publish with its upload_id.',
      'Give the whole file as content.',
    ),
  }),
  unsupported_format: (_, occasion) => ({
    happened: 'The file is neither HTML nor Markdown, or does not say which.',
    next: where(
      occasion,
      ['create_upload'],
      'Give format html or markdown, or a filename that ends in .html or .md to create_upload.',
      'Give format html or markdown.',
    ),
  }),
  unknown_visibility: () => ({
    happened: 'There is no such visibility.',
    next: 'Use public, company or private; name people by their email addresses.',
  }),
  malformed_address: () => ({
    happened: 'An email address is malformed.',
    next: 'Write addresses like ana@example.com.',
  }),
  upload_incomplete: () => ({
    happened: 'The upload has no bytes yet.',
    next: 'PUT the file to the url of the upload, then call publish again.',
  }),
  upload_expired: (_, occasion) => ({
    happened: 'The upload has expired.',
    next: where(
      occasion,
      ['create_upload'],
      'Call create_upload again and send the bytes again.',
      'Give the whole file as content.',
    ),
  }),
  malformed_idempotency_key: () => ({
    happened:
      'Without a credential an idempotency_key needs at least 22 characters, so that nobody else can guess it.',
    next: 'Use a random key such as a UUID.',
  }),
  internal_error: (_, { requestId }) => ({
    happened: `The server failed (request ${requestId}).`,
    next: 'Try again; if it stays, give the request id to the operator.',
  }),
  invalid_input: (problem, occasion) => ({
    happened: ended(fieldErrors(problem, occasion).map(sentenceOf).join(' ') || problem.message),
    next: 'Correct the arguments and call again.',
  }),
}

const sentenceOf = (error: FieldError): string =>
  ended(isUnknownName(error) ? error.message : `${error.field}: ${error.message}`)

/** With one full stop at its end. */
const ended = (text: string): string => (text.endsWith('.') ? text : `${text}.`)

/** The sentences for a problem. */
export function adviceFor(problem: Problem, occasion: Occasion): Advice {
  const own = words[problem.code]
  if (own) return own(problem, occasion)
  const { happened, next } = divided(problem)
  return { happened, next: next ?? 'Correct the arguments and call again.' }
}

/** The sentence of the catalogue's problem, divided where what happened ends and what to do begins. */
function divided({ message, title }: Problem): { happened: string; next?: string } {
  const text = snakeWords(message.replaceAll('Idempotency-Key', 'idempotency_key'))
  const [, happened, next] = /^(.+?[.!])\s+(?=[A-Z])(.+)$/s.exec(text) ?? []
  return happened && next ? { happened, next } : { happened: text || title }
}

/** Errors that are told at once; the next call meets the others. */
const SHOWN = 10

interface FieldError {
  field: string
  message: string
}

/** Field errors in the names of arguments, those that were given as they were; an inner field keeps its path. */
export function fieldErrors({ extras }: Problem, { argumentFor, given }: Occasion): FieldError[] {
  const errors = Array.isArray(extras.errors) ? (extras.errors as FieldError[]) : []
  return errors.slice(0, SHOWN).map(({ field, message }) => {
    if (isUnknownName({ field, message })) return { field, message }
    const [head = '', ...inner] = field.split('.')
    const argument = Object.hasOwn(given, head) ? head : argumentFor(head)
    return {
      field: [argument, ...inner.map(argumentFor)].join('.'),
      message: snakeWords(sliceText(message, { offset: 0, limit: 300 }).text),
    }
  })
}
