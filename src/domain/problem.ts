// The one catalogue of problems: every code a caller may meet, with its HTTP status and its title.

const catalogue = {
  malformed_request: [400, 'The request is malformed'],
  malformed_json: [400, 'The body is not valid JSON'],
  malformed_multipart: [400, 'The multipart body is broken'],
  malformed_if_match: [400, 'If-Match is not a valid field value'],
  key_in_query: [400, 'An API key does not belong in an address'],
  malformed_idempotency_key: [400, 'Idempotency-Key is not valid'],
  unauthorized: [401, 'A valid credential is needed'],
  forbidden: [403, 'You may not do this'],
  insufficient_scope: [403, 'The credential lacks a scope'],
  session_required: [403, 'This needs a signed-in session'],
  reauthentication_required: [403, 'This needs a recent sign-in'],
  cross_site_request: [403, 'The request came from another site'],
  plan_limit: [403, 'The plan does not allow more'],
  sign_in_failed: [403, 'The sign-in did not succeed'],
  sign_in_provider_required: [403, 'The organization takes sign-in by Google or Microsoft only'],
  service_key_private: [403, 'A service key cannot make something private'],
  public_artifacts_disabled: [403, 'The organization does not allow public artifacts'],
  external_sharing_disabled: [403, 'The organization does not allow sharing outside'],
  previews_disabled: [403, 'Public previews are switched off'],
  not_found: [404, 'Not found'],
  method_not_allowed: [405, 'The method is not allowed here'],
  not_acceptable: [406, 'None of the accepted types is available'],
  request_timeout: [408, 'The request did not arrive in time'],
  already_claimed: [409, 'Already claimed'],
  idempotency_in_progress: [409, 'The same request is still running'],
  upload_incomplete: [409, 'The upload has not received its bytes'],
  last_owner: [409, 'An organization needs an owner'],
  last_sign_in_provider: [409, 'An organization needs this way of signing in'],
  second_factor_enabled: [409, 'A second factor is switched on'],
  already_member: [409, 'Already a member'],
  already_accepted: [409, 'The invitation was accepted already'],
  domain_taken: [409, 'The domain belongs to another organization'],
  sign_in_provider_missing: [409, 'No sign-in provider is set up'],
  organization_changed: [409, 'You are in another organization now'],
  domain_unverified: [409, 'The domain does not say that it is yours'],
  claim_expired: [410, 'The preview has expired'],
  invitation_expired: [410, 'The invitation has expired'],
  upload_expired: [410, 'The upload has expired'],
  version_conflict: [412, 'Somebody saved another version'],
  file_too_large: [413, 'The file is too large'],
  request_too_large: [413, 'The request is too large'],
  unsupported_format: [415, 'Only HTML and Markdown files can be published'],
  unsupported_media_type: [415, 'The body is of another type than expected'],
  range_not_satisfiable: [416, 'The range lies outside the file'],
  misdirected_request: [421, 'This server does not answer for that host'],
  invalid_input: [422, 'Some fields are not valid'],
  file_required: [422, 'A file is needed'],
  empty_file: [422, 'The file is empty'],
  single_file_only: [422, 'One HTML or Markdown file at a time'],
  not_utf8: [422, 'Not valid UTF-8'],
  public_mail_domain: [422, 'The domain is open to everybody'],
  unknown_theme: [422, 'There is no such theme'],
  unknown_visibility: [422, 'There is no such audience'],
  malformed_address: [422, 'An email address is malformed'],
  contains_key: [422, 'The file contains an API key'],
  content_blocked: [422, 'This file was taken down here'],
  upload_mismatch: [422, 'The bytes differ from what was announced'],
  edit_not_found: [422, 'The text to replace does not occur'],
  edit_not_unique: [422, 'The text to replace occurs more than once'],
  quote_not_found: [422, 'The quoted words do not occur'],
  quote_not_unique: [422, 'The quoted words occur more than once'],
  idempotency_mismatch: [422, 'The idempotency key was used for another request'],
  not_replayable: [422, 'This request cannot be replayed'],
  code_invalid: [422, 'The code is not valid'],
  base_version_required: [428, 'The version edited from is missing'],
  rate_limited: [429, 'Too many requests'],
  headers_too_large: [431, 'The request headers are too large'],
  taken_down: [451, 'Taken down by the operator'],
  internal_error: [500, 'Something failed on the server'],
  content_damaged: [500, 'The stored file is damaged'],
  provider_unavailable: [502, 'The sign-in provider does not answer'],
  storage_unavailable: [503, 'The storage does not answer'],
  overloaded: [503, 'The server has too much to do'],
  not_ready: [503, 'The server is not ready'],
  shutting_down: [503, 'The server is stopping'],
  storage_full: [507, 'The storage is full'],
} as const satisfies Record<string, readonly [status: number, title: string]>

export type ProblemCode = keyof typeof catalogue

/** Facts that travel beside the code, such as `currentVersion` or `limit`. */
export type Extras = Record<string, unknown>

/**
 * An expected failure. `detail` says what happened and what to do next; `extras` become members
 * of the problem document (RFC 9457 section 3.2).
 */
export class Problem extends Error {
  readonly code: ProblemCode
  readonly extras: Extras

  constructor(code: ProblemCode, detail: string, extras: Extras = {}) {
    super(detail)
    this.name = 'Problem'
    this.code = code
    this.extras = extras
  }

  /** HTTP status of the code. */
  get status(): number {
    return catalogue[this.code][0]
  }

  /** Short sentence that is the same for every occurrence of the code. */
  get title(): string {
    return catalogue[this.code][1]
  }
}

/** Every code with its status and title, for documents and tests. */
export const problems: Readonly<Record<ProblemCode, readonly [status: number, title: string]>> = catalogue

/** The answer for what does not exist and for what the caller may not see: one and the same. */
export const notFound = (): Problem =>
  new Problem(
    'not_found',
    'Nothing is here, or your credential may not see it. Check the address and the credential.',
  )

/** Field problems in the shape of contract section 10. */
export const invalidInput = (errors: { field: string; message: string }[]): Problem =>
  new Problem('invalid_input', errors.map(e => `${e.field}: ${e.message}`).join('; '), { errors })
