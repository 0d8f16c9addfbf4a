// The table of calls: every REST route, every kind of caller, and what each is answered. Read it beside contract section 6.

import type { Subject } from './matrix-scene.ts'

/**
 * The columns, in this order: `nobody` and a `guest` · sessions of a viewer, a member, an admin and an owner of the
 * company · a session of another company's owner (`stranger`) · a user key of an owner and a service key · scoped keys
 * of an owner with `artifacts:read`, `artifacts:write`, `artifacts:delete`, `comments:read`, `comments:write`,
 * `sharing:write`, `org:read`, `org:write` · an app that an owner let in with the everyday scopes (OAuth) · the edit
 * token of a preview. What a route is about belongs to another
 * member of the company.
 *
 * A cell says `ok`, or why not: 401 unauthorized, 403 forbidden, 404 not_found, 422 invalid_input, `scope` insufficient_scope,
 * `sess` session_required.
 */
export interface Row {
  routes: readonly string[]
  /** The cells by who may read the artifact; `any` where the route is about none. */
  cells: Partial<Record<Subject | 'any', string>>
  /** Asking changes the company for the next caller, so that each needs its own. */
  alone?: true
}

// biome-ignore format: the columns stand below each other
export const rows: readonly Row[] = [
  {
    routes: [
      'POST /v1/artifacts',
      'POST /v1/uploads',
    ],
    cells: {
      any:     '401   403   | 403   ok    ok    ok    | ok    | ok    ok    | scope ok    scope scope scope scope scope scope | ok    | 401',
    },
  },
  {
    routes: ['POST /v1/claims'],
    cells: {
      any:     '401   403   | 403   ok    ok    ok    | ok    | ok    403   | scope scope scope scope scope scope scope scope | scope | 401',
    },
  },
  {
    routes: [
      'GET /v1/artifacts',
      'GET /v1/search',
      'GET /v1/events',
      'GET /v1/events/stream',
    ],
    cells: {
      any:     '401   403   | ok    ok    ok    ok    | ok    | ok    ok    | ok    ok    scope scope scope scope scope scope | ok    | 401',
    },
  },
  {
    routes: [
      'GET /v1/artifacts/{id}',
      'GET /v1/artifacts/{id}/metadata',
      'GET /v1/artifacts/{id}/content',
      'GET /v1/artifacts/{id}/drawing',
      'GET /v1/artifacts/{id}/text',
    ],
    cells: {
      company: '401   404   | ok    ok    ok    ok    | 404   | ok    ok    | ok    ok    scope scope scope scope scope scope | ok    | 401',
      named:   '401   ok    | 404   404   404   404   | 404   | 404   404   | 404   404   404   404   404   404   404   404   | 404   | 401',
      private: '401   404   | 404   404   404   404   | 404   | 404   404   | 404   404   404   404   404   404   404   404   | 404   | 401',
      public:  'ok    ok    | ok    ok    ok    ok    | ok    | ok    ok    | ok    ok    scope scope scope scope scope scope | ok    | 401',
    },
  },
  {
    routes: [
      'GET /v1/artifacts/{id}/versions',
      'GET /v1/artifacts/{id}/versions/{n}',
      'GET /v1/artifacts/{id}/diff',
    ],
    cells: {
      company: '401   404   | 404   ok    ok    ok    | 404   | ok    ok    | ok    ok    scope scope scope scope scope scope | ok    | 401',
      named:   '401   404   | 404   404   404   404   | 404   | 404   404   | 404   404   404   404   404   404   404   404   | 404   | 401',
      private: '401   404   | 404   404   404   404   | 404   | 404   404   | 404   404   404   404   404   404   404   404   | 404   | 401',
      public:  '401   404   | 404   ok    ok    ok    | 404   | ok    ok    | ok    ok    scope scope scope scope scope scope | ok    | 401',
    },
  },
  {
    // The answer is the same whatever is there, and where nothing is.
    routes: ['POST /v1/artifacts/{id}/access-requests'],
    cells: {
      company: '401   ok    | ok    ok    ok    ok    | ok    | sess  sess  | sess  sess  sess  sess  sess  sess  sess  sess  | sess  | 401',
      named:   '401   ok    | ok    ok    ok    ok    | ok    | sess  sess  | sess  sess  sess  sess  sess  sess  sess  sess  | sess  | 401',
      private: '401   ok    | ok    ok    ok    ok    | ok    | sess  sess  | sess  sess  sess  sess  sess  sess  sess  sess  | sess  | 401',
      public:  '401   ok    | ok    ok    ok    ok    | ok    | sess  sess  | sess  sess  sess  sess  sess  sess  sess  sess  | sess  | 401',
    },
  },
  {
    routes: ['GET /v1/artifacts/{id}/access'],
    cells: {
      company: '401   404   | 403   403   ok    ok    | 404   | ok    403   | scope scope scope scope scope ok    scope scope | scope | 401',
      named:   '401   403   | 404   404   404   404   | 404   | 404   404   | 404   404   404   404   404   404   404   404   | 404   | 401',
      private: '401   404   | 404   404   404   404   | 404   | 404   404   | 404   404   404   404   404   404   404   404   | 404   | 401',
      public:  '401   403   | 403   403   ok    ok    | 403   | ok    403   | scope scope scope scope scope ok    scope scope | scope | 401',
    },
  },
  {
    routes: [
      'PUT /v1/artifacts/{id}',
      'POST /v1/artifacts/{id}/edits',
      'POST /v1/artifacts/{id}/versions/{n}/restore',
    ],
    cells: {
      company: '401   404   | 403   ok    ok    ok    | 404   | ok    ok    | scope ok    scope scope scope scope scope scope | ok    | 401',
      named:   '401   403   | 404   404   404   404   | 404   | 404   404   | 404   404   404   404   404   404   404   404   | 404   | 401',
      private: '401   404   | 404   404   404   404   | 404   | 404   404   | 404   404   404   404   404   404   404   404   | 404   | 401',
      public:  '401   403   | 403   ok    ok    ok    | 403   | ok    ok    | scope ok    scope scope scope scope scope scope | ok    | 401',
    },
  },
  {
    routes: ['PATCH /v1/artifacts/{id}'],
    cells: {
      company: '401   404   | 403   403   ok    ok    | 404   | ok    403   | scope ok    scope scope scope scope scope scope | ok    | 401',
      named:   '401   403   | 404   404   404   404   | 404   | 404   404   | 404   404   404   404   404   404   404   404   | 404   | 401',
      private: '401   404   | 404   404   404   404   | 404   | 404   404   | 404   404   404   404   404   404   404   404   | 404   | 401',
      public:  '401   403   | 403   403   ok    ok    | 403   | ok    403   | scope ok    scope scope scope scope scope scope | ok    | 401',
    },
  },
  {
    routes: ['DELETE /v1/artifacts/{id}'],
    cells: {
      company: '401   404   | 403   403   ok    ok    | 404   | ok    403   | scope scope ok    scope scope scope scope scope | scope | 401',
      named:   '401   403   | 404   404   ok    ok    | 404   | ok    404   | scope scope ok    scope scope scope scope scope | scope | 401',
      private: '401   404   | 404   404   ok    ok    | 404   | ok    404   | scope scope ok    scope scope scope scope scope | scope | 401',
      public:  '401   403   | 403   403   ok    ok    | 403   | ok    403   | scope scope ok    scope scope scope scope scope | scope | 401',
    },
  },
  {
    routes: ['POST /v1/artifacts/{id}/undelete'],
    cells: {
      company: '401   404   | 404   404   ok    ok    | 404   | ok    404   | scope ok    scope scope scope scope scope scope | ok    | 401',
      named:   '401   404   | 404   404   ok    ok    | 404   | ok    404   | scope scope scope scope scope scope scope scope | scope | 401',
      private: '401   404   | 404   404   ok    ok    | 404   | ok    404   | scope ok    scope scope scope scope scope scope | ok    | 401',
      public:  '401   404   | 404   404   ok    ok    | 404   | ok    404   | scope scope scope scope scope scope scope scope | scope | 401',
    },
  },
  {
    routes: ['POST /v1/artifacts/{id}/copies'],
    cells: {
      company: '401   404   | 403   ok    ok    ok    | 404   | ok    ok    | scope ok    scope scope scope scope scope scope | ok    | 401',
      named:   '401   403   | 404   404   404   404   | 404   | 404   404   | 404   404   404   404   404   404   404   404   | 404   | 401',
      private: '401   404   | 404   404   404   404   | 404   | 404   404   | 404   404   404   404   404   404   404   404   | 404   | 401',
      public:  '401   403   | 403   ok    ok    ok    | ok    | ok    ok    | scope ok    scope scope scope scope scope scope | ok    | 401',
    },
  },
  {
    routes: ['GET /v1/artifacts/{id}/comments', 'GET /v1/artifacts/{id}/comments/places'],
    cells: {
      company: '401   404   | ok    ok    ok    ok    | 404   | ok    ok    | scope scope scope ok    ok    scope scope scope | ok    | 401',
      named:   '401   ok    | 404   404   404   404   | 404   | 404   404   | 404   404   404   404   404   404   404   404   | 404   | 401',
      private: '401   404   | 404   404   404   404   | 404   | 404   404   | 404   404   404   404   404   404   404   404   | 404   | 401',
      public:  '401   ok    | ok    ok    ok    ok    | ok    | ok    ok    | scope scope scope ok    ok    scope scope scope | ok    | 401',
    },
  },
  {
    routes: ['POST /v1/artifacts/{id}/comments', 'GET /v1/artifacts/{id}/names'],
    cells: {
      company: '401   404   | ok    ok    ok    ok    | 404   | ok    ok    | scope scope scope scope ok    scope scope scope | ok    | 401',
      named:   '401   403   | 404   404   404   404   | 404   | 404   404   | 404   404   404   404   404   404   404   404   | 404   | 401',
      private: '401   404   | 404   404   404   404   | 404   | 404   404   | 404   404   404   404   404   404   404   404   | 404   | 401',
      public:  '401   403   | ok    ok    ok    ok    | 403   | ok    ok    | scope scope scope scope ok    scope scope scope | ok    | 401',
    },
  },
  {
    routes: [
      'PATCH /v1/comments/{commentId}',
      'DELETE /v1/comments/{commentId}',
    ],
    cells: {
      company: '401   404   | 403   403   403   403   | 404   | 403   403   | scope scope scope scope 403   scope scope scope | 403   | 401',
      named:   '401   404   | 404   404   404   404   | 404   | 404   404   | 404   404   404   404   404   404   404   404   | 404   | 401',
      private: '401   404   | 404   404   404   404   | 404   | 404   404   | 404   404   404   404   404   404   404   404   | 404   | 401',
      public:  '401   404   | 403   403   403   403   | 404   | 403   403   | scope scope scope scope 403   scope scope scope | 403   | 401',
    },
  },
  {
    routes: [
      'PATCH /v1/comments/{commentId}/anchor',
      'POST /v1/comments/{commentId}/resolve',
      'POST /v1/comments/{commentId}/reopen',
    ],
    cells: {
      company: '401   404   | ok    ok    ok    ok    | 404   | ok    ok    | scope scope scope scope ok    scope scope scope | ok    | 401',
      named:   '401   404   | 404   404   404   404   | 404   | 404   404   | 404   404   404   404   404   404   404   404   | 404   | 401',
      private: '401   404   | 404   404   404   404   | 404   | 404   404   | 404   404   404   404   404   404   404   404   | 404   | 401',
      public:  '401   404   | ok    ok    ok    ok    | 404   | ok    ok    | scope scope scope scope ok    scope scope scope | ok    | 401',
    },
  },
  {
    routes: [
      'POST /v1/public/uploads',
      'POST /v1/public/artifacts',
    ],
    cells: {
      any:     'ok    ok    | ok    ok    ok    ok    | ok    | ok    ok    | ok    ok    ok    ok    ok    ok    ok    ok    | ok    | 401',
    },
  },
  {
    routes: ['PUT /v1/uploads/{uploadId}'],
    cells: {
      any:     'ok    ok    | ok    ok    ok    ok    | ok    | ok    ok    | ok    ok    ok    ok    ok    ok    ok    ok    | ok    | ok',
    },
  },
  {
    routes: [
      'PUT /v1/public/artifacts/{id}',
      'DELETE /v1/public/artifacts/{id}',
    ],
    cells: {
      any:     '401   401   | 401   401   401   401   | 401   | 401   401   | 401   401   401   401   401   401   401   401   | 401   | ok',
    },
  },
  {
    routes: ['GET /v1/me'],
    cells: {
      any:     '401   ok    | ok    ok    ok    ok    | ok    | ok    ok    | ok    ok    ok    ok    ok    ok    ok    ok    | ok    | 401',
    },
  },
  {
    routes: ['PATCH /v1/me'],
    cells: {
      any:     '401   404   | ok    ok    ok    ok    | ok    | sess  sess  | sess  sess  sess  sess  sess  sess  sess  sess  | sess  | 401',
    },
  },
  {
    routes: [
      'GET /v1/organization',
      'GET /v1/organization/usage',
    ],
    cells: {
      any:     '401   403   | ok    ok    ok    ok    | ok    | ok    ok    | scope scope scope scope scope scope ok    ok    | ok    | 401',
    },
  },
  {
    routes: ['PATCH /v1/organization'],
    cells: {
      any:     '401   403   | 403   403   403   ok    | ok    | ok    403   | scope scope scope scope scope scope scope ok    | scope | 401',
    },
  },
  {
    routes: ['DELETE /v1/organization'],
    cells: {
      any:     '401   403   | 403   403   403   ok    | 422   | sess  403   | scope scope scope scope scope scope scope sess  | scope | 401',
    },
  },
  {
    routes: ['POST /v1/organization/restore'],
    alone: true,
    cells: {
      any:     '401   404   | 404   404   404   ok    | 404   | 401   401   | 401   401   401   401   401   401   401   401   | 401   | 401',
    },
  },
  {
    routes: [
      'GET /v1/organization/audit',
      'GET /v1/organization/invitations',
      'GET /v1/organization/domains',
    ],
    cells: {
      any:     '401   403   | 403   403   ok    ok    | ok    | ok    403   | scope scope scope scope scope scope ok    ok    | ok    | 401',
    },
  },
  {
    routes: ['GET /v1/organization/members'],
    cells: {
      any:     '401   403   | 403   ok    ok    ok    | ok    | ok    ok    | scope scope scope scope scope scope ok    ok    | ok    | 401',
    },
  },
  {
    routes: [
      'PATCH /v1/organization/members/{id}',
      'DELETE /v1/organization/members/{id}',
      'DELETE /v1/organization/invitations/{id}',
      'POST /v1/organization/domains/{id}/verify',
      'DELETE /v1/organization/domains/{id}',
    ],
    cells: {
      any:     '401   403   | 403   403   ok    ok    | 404   | ok    403   | scope scope scope scope scope scope scope ok    | scope | 401',
    },
  },
  {
    routes: [
      'POST /v1/organization/invitations',
      'POST /v1/organization/domains',
    ],
    cells: {
      any:     '401   403   | 403   403   ok    ok    | ok    | ok    403   | scope scope scope scope scope scope scope ok    | scope | 401',
    },
  },
  {
    routes: [
      'GET /v1/webhooks',
      'POST /v1/webhooks',
    ],
    cells: {
      any:     '401   403   | 403   403   ok    ok    | ok    | ok    403   | scope scope scope scope scope scope scope ok    | scope | 401',
    },
  },
  {
    routes: [
      'GET /v1/webhooks/{id}',
      'PATCH /v1/webhooks/{id}',
      'DELETE /v1/webhooks/{id}',
      'POST /v1/webhooks/{id}/test',
      'GET /v1/webhooks/{id}/deliveries',
      'POST /v1/webhooks/deliveries/{id}/replay',
    ],
    cells: {
      any:     '401   403   | 403   403   ok    ok    | 404   | ok    403   | scope scope scope scope scope scope scope ok    | scope | 401',
    },
  },
  {
    routes: ['POST /v1/invitations/accept'],
    alone: true,
    cells: {
      any:     '401   ok    | 403   403   403   403   | 403   | sess  sess  | sess  sess  sess  sess  sess  sess  sess  sess  | sess  | 401',
    },
  },
  {
    routes: [
      'POST /v1/keys',
      'GET /v1/keys',
      'GET /v1/sessions',
      'DELETE /v1/sessions',
      'GET /v1/me/second-factor',
      'GET /v1/me/identities',
      'POST /v1/me/second-factor',
    ],
    cells: {
      any:     '401   sess  | ok    ok    ok    ok    | ok    | sess  sess  | sess  sess  sess  sess  sess  sess  sess  sess  | sess  | 401',
    },
  },
  {
    routes: ['DELETE /v1/keys/{id}'],
    cells: {
      any:     '401   sess  | 404   404   ok    ok    | 404   | sess  sess  | sess  sess  sess  sess  sess  sess  sess  sess  | sess  | 401',
    },
  },
  {
    routes: ['GET /v1/ci-rules', 'POST /v1/ci-rules'],
    cells: {
      any:     '401   sess  | 403   403   ok    ok    | ok    | sess  sess  | sess  sess  sess  sess  sess  sess  sess  sess  | sess  | 401',
    },
  },
  {
    routes: ['DELETE /v1/ci-rules/{id}'],
    cells: {
      any:     '401   sess  | 403   403   ok    ok    | 404   | sess  sess  | sess  sess  sess  sess  sess  sess  sess  sess  | sess  | 401',
    },
  },
  {
    routes: ['POST /auth/ci'],
    cells: {
      any:     'ok    ok    | ok    ok    ok    ok    | ok    | ok    ok    | ok    ok    ok    ok    ok    ok    ok    ok    | ok    | 401',
    },
  },
  {
    routes: ['DELETE /v1/sessions/{id}'],
    cells: {
      any:     '401   sess  | 404   404   404   404   | 404   | sess  sess  | sess  sess  sess  sess  sess  sess  sess  sess  | sess  | 401',
    },
  },
  {
    // Nobody here has begun to switch it on, so there is nothing to confirm and nothing to end; no provider is set up.
    routes: [
      'DELETE /v1/me/identities/{id}',
      'POST /v1/me/second-factor/confirm',
      'POST /v1/me/second-factor/end',
    ],
    cells: {
      any:     '401   sess  | 404   404   404   404   | 404   | sess  sess  | sess  sess  sess  sess  sess  sess  sess  sess  | sess  | 401',
    },
  },
]
