// Who gets which page, and whose form goes how far: every route of pages, every kind of caller, and the status.

import type { Caller, Subject } from './matrix-scene.ts'

/** The columns; pages ignore keys, but for the address of an artifact. */
export const pageCallers = [
  'nobody',
  'guest',
  'viewer',
  'member',
  'admin',
  'owner',
  'stranger',
  'user key',
] as const satisfies readonly Caller[]

/**
 * By method and path. `any` names nothing that is there; else what is named belongs to another member of the company.
 * Forms are sent empty: whoever may send them is told what is missing (422) or that nothing is there (404).
 */
// biome-ignore format: the columns stand below each other
export const pages: Readonly<Record<string, Partial<Record<Subject | 'any', string>>>> = {
  //                                    nobody guest viewer member admin owner stranger key
  'GET /':                       { any: '200    200   303    303    303   303   303      200' },
  'POST /':                      { any: '422    422   422    422    422   422   422      422' },
  'POST /preview/remove':        { any: '401    401   401    401    401   401   401      401' },
  'GET /docs/how-it-works':      { any: '200    200   200    200    200   200   200      200' },
  'GET /docs':                   { any: '200    200   200    200    200   200   200      200' },
  'GET /docs/problems/:code':    { any: '404    404   404    404    404   404   404      404' },

  // The page of an artifact, and its file.
  'GET /:segment': {
    any:     '404    404   404    404    404   404   404      404',
    company: '404    404   200    200    200   200   404      200',
    named:   '404    200   404    404    404   404   404      404',
    private: '404    404   404    404    404   404   404      404',
    public:  '200    200   200    200    200   200   200      200',
  },
  'GET /:segment/content': {
    any:     '404    404   404    404    404   404   404      404',
    company: '404    404   200    200    200   200   404      200',
    named:   '404    200   404    404    404   404   404      404',
    private: '404    404   404    404    404   404   404      404',
    public:  '200    200   200    200    200   200   200      200',
  },
  'GET /:segment/source': {
    any:     '404    404   404    404    404   404   404      404',
    company: '404    404   200    200    200   200   404      200',
    named:   '404    200   404    404    404   404   404      404',
    private: '404    404   404    404    404   404   404      404',
    public:  '200    200   200    200    200   200   200      200',
  },
  // Names no page here; who hears what of which page is proven in live.test.ts.
  'GET /live':                   { any: '400    400   400    400    400   400   400      400' },
  'GET /report/:shortId':        { any: '200    200   200    200    200   200   200      200' },
  'POST /report/:shortId': {
    any:     '401    404   404    404    404   404   404      401',
    company: '401    404   422    422    422   422   404      401',
    private: '401    404   404    404    404   404   404      401',
    public:  '422    422   422    422    422   422   422      422',
  },

  // Without an authorization that was begun in the same browser nothing waits there.
  'GET /oauth/consent/:uid':     { any: '404    404   404    404    404   404   404      404' },
  'POST /oauth/consent/:uid':    { any: '404    404   404    404    404   404   404      404' },
  // Nobody signs in first; guests have nothing to give.
  'GET /auth/device':            { any: '303    403   200    200    200   200   200      303' },
  'POST /auth/device':           { any: '303    403   422    422    422   422   422      303' },
  'POST /auth/device/consent':   { any: '303    403   303    303    303   303   303      303' },
  'GET /stop/:token':            { any: '404    404   404    404    404   404   404      404' },
  'POST /stop/:token':           { any: '404    404   404    404    404   404   404      404' },
  'POST /stop/:token/undo':      { any: '404    404   404    404    404   404   404      404' },
  'GET /block/:token':           { any: '404    404   404    404    404   404   404      404' },
  'POST /block/:token':          { any: '404    404   404    404    404   404   404      404' },
  'POST /block/:token/undo':     { any: '404    404   404    404    404   404   404      404' },
  'POST /:segment': {
    any:     '401    202   202    202    202   202   202      401',
    company: '401    202   202    202    202   202   202      401',
    named:   '401    202   202    202    202   202   202      401',
    private: '401    202   202    202    202   202   202      401',
    public:  '401    202   202    202    202   202   202      401',
  },

  // Signing in and out; somebody who is signed in is led on. No provider is set up here.
  'GET /auth/sign-in':           { any: '200    200   303    303    303   303   303      200' },
  'POST /auth/code':             { any: '422    422   422    422    422   422   422      422' },
  'POST /auth/code/verify':      { any: '422    422   422    422    422   422   422      422' },
  'POST /auth/second-factor':    { any: '422    422   422    422    422   422   422      422' },
  'POST /auth/sign-out':         { any: '303    303   303    303    303   303   303      303' },
  'GET /auth/setup/:token':      { any: '404    404   404    404    404   404   404      404' },
  'POST /auth/setup/:token':     { any: '422    422   422    422    422   422   422      422' },
  'GET /auth/google':            { any: '404    404   404    404    404   404   404      404' },
  'GET /auth/google/callback':   { any: '404    404   404    404    404   404   404      404' },
  'GET /auth/microsoft':         { any: '404    404   404    404    404   404   404      404' },
  'GET /auth/microsoft/callback': { any: '404    404   404    404    404   404   404      404' },
  'GET /claim/:code':            { any: '404    404   404    404    404   404   404      404' },
  'POST /claim/:code':           { any: '401    403   403    404    404   404   404      401' },
  'GET /invite/:code':           { any: '404    404   404    404    404   404   404      404' },
  'POST /invite/:code':          { any: '401    404   404    404    404   404   404      401' },

  // The dashboard: nobody and guests sign in first (303), forms of theirs are refused; what is not for the role is not there.
  // column:                                                       nobody guest viewer member admin owner stranger key
  'GET /app':                                                    { any: '303    303   200    200    200   200   200      303' },
  'GET /app/account':                                            { any: '303    200   200    200    200   200   200      303' },
  'POST /app/account':                                           { any: '401    422   422    422    422   422   422      401' },
  'POST /app/account/identities/:id/unlink':                     { any: '401    403   404    404    404   404   404      401' },
  'POST /app/account/leave':                                     { any: '401    403   200    200    200   200   409      401' },
  'POST /app/account/notices':                                   { any: '401    422   422    422    422   422   422      401' },
  'GET /app/apps':                                               { any: '303    303   200    200    200   200   200      303' },
  'POST /app/apps/:id/disconnect':                               { any: '401    401   404    404    404   404   404      401' },
  'GET /app/artifacts/:id':                                      { any: '303    303   404    404    404   404   404      303' },
  'GET /app/artifacts/:id/compare': {
    any:     '303    404   404    404    404   404   404      303',
    company: '303    404   404    200    200   200   404      303',
    named:   '303    404   404    404    404   404   404      303',
  },
  'POST /app/artifacts/:id/delete':                              { any: '401    401   404    404    404   404   404      401' },
  'GET /app/artifacts/:id/edit':                                 { any: '303    303   404    404    404   404   404      303' },
  'POST /app/artifacts/:id/edit':                                { any: '401    401   404    404    404   404   404      401' },
  'POST /app/artifacts/:id/edit/here':                           { any: '401    401   404    404    404   404   404      401' },
  'POST /app/artifacts/:id/edit/merge':                          { any: '401    401   404    404    404   404   404      401' },
  'POST /app/artifacts/:id/edit/preview':                        { any: '401    401   404    404    404   404   404      401' },
  'GET /app/artifacts/:id/comments': {
    any:     '303    404   404    404    404   404   404      303',
    company: '303    404   200    200    200   200   404      303',
    named:   '303    200   404    404    404   404   404      303',
    public:  '303    200   200    200    200   200   200      303',
  },
  'POST /app/artifacts/:id/comments': {
    any:     '401    404   404    404    404   404   404      401',
    company: '401    404   422    422    422   422   404      401',
    public:  '401    403   422    422    422   422   403      401',
  },
  'GET /app/artifacts/:id/history': {
    any:     '303    404   404    404    404   404   404      303',
    company: '303    404   404    200    200   200   404      303',
    named:   '303    404   404    404    404   404   404      303',
    public:  '303    404   404    200    200   200   404      303',
  },
  'POST /app/artifacts/:id/history': {
    any:     '401    404   404    404    404   404   404      401',
    company: '401    404   404    403    303   303   404      401',
  },
  'POST /app/artifacts/:id/edit/texts':                          { any: '401    401   404    404    404   404   404      401' },
  'POST /app/artifacts/:id/edit/texts/copy':                     { any: '401    401   404    404    404   404   404      401' },
  'POST /app/artifacts/:id/owner':                               { any: '401    401   404    404    404   404   404      401' },
  'POST /app/artifacts/:id/settings':                            { any: '401    401   404    404    404   404   404      401' },
  'GET /app/artifacts/:id/share': {
    any:     '303    303   404    404    404   404   404      303',
    company: '303    303   404    404    200   200   404      303',
    private: '303    303   404    404    404   404   404      303',
  },
  'POST /app/artifacts/:id/share': {
    any:     '401    401   404    404    404   404   404      401',
    company: '401    401   404    404    422   422   404      401',
  },
  'POST /app/artifacts/:id/sharing':                             { any: '401    401   404    404    404   404   404      401' },
  'POST /app/artifacts/:id/versions/:n/restore':                 { any: '401    404   404    404    404   404   404      401' },
  'GET /app/audit':                                              { any: '303    303   404    404    200   200   200      303' },
  'GET /app/audit/export.csv':                                   { any: '303    303   404    404    200   200   200      303' },
  'GET /app/audit/export.json':                                  { any: '303    303   404    404    200   200   200      303' },
  'GET /app/connect':                                            { any: '303    303   200    200    200   200   200      303' },
  'GET /app/domains':                                            { any: '303    303   404    404    200   200   200      303' },
  'POST /app/domains':                                           { any: '401    401   404    404    422   422   422      401' },
  'GET /app/domains/:id{[0-9a-f-]{36}}/remove':                  { any: '303    303   404    404    404   404   404      303' },
  'POST /app/domains/:id{[0-9a-f-]{36}}/remove':                 { any: '401    401   404    404    404   404   404      401' },
  'GET /app/domains/:id{[0-9a-f-]{36}}/verify':                  { any: '303    303   404    404    303   303   303      303' },
  'POST /app/domains/:id{[0-9a-f-]{36}}/verify':                 { any: '401    401   404    404    404   404   404      401' },
  'GET /app/keys':                                               { any: '303    303   200    200    200   200   200      303' },
  'POST /app/keys':                                              { any: '401    401   422    422    422   422   422      401' },
  'POST /app/keys/:id/revoke':                                   { any: '401    401   404    404    404   404   404      401' },
  'GET /app/members':                                            { any: '303    303   404    200    200   200   200      303' },
  'GET /app/members/:id{[0-9a-f-]{36}}':                         { any: '303    303   404    403    404   404   404      303' },
  'GET /app/members/:id{[0-9a-f-]{36}}/:form{role|remove}':      { any: '303    303   404    303    303   303   303      303' },
  'POST /app/members/:id{[0-9a-f-]{36}}/remove':                 { any: '401    401   404    403    404   404   404      401' },
  'POST /app/members/:id{[0-9a-f-]{36}}/role':                   { any: '401    401   404    403    404   404   404      401' },
  'GET /app/members/invitations':                                { any: '303    303   404    303    303   303   303      303' },
  'POST /app/members/invitations':                               { any: '401    401   404    403    422   422   422      401' },
  'POST /app/members/invitations/:id{[0-9a-f-]{36}}/withdraw':   { any: '401    401   404    403    404   404   404      401' },
  'GET /app/new':                                                { any: '303    303   404    200    200   200   200      303' },
  'POST /app/new':                                               { any: '401    401   404    422    422   422   422      401' },
  'POST /app/organization':                                      { any: '401    422   422    422    422   422   422      401' },
  'GET /app/policy':                                             { any: '303    303   200    200    200   200   200      303' },
  'POST /app/policy':                                            { any: '401    401   403    403    403   303   303      401' },
  'GET /app/policy/:form{name|end}':                             { any: '303    303   303    303    303   303   303      303' },
  'POST /app/policy/end':                                        { any: '401    401   403    403    403   422   422      401' },
  'POST /app/policy/name':                                       { any: '401    401   403    403    403   422   422      401' },
  'GET /app/restore':                                            { any: '303    200   200    200    200   200   200      303' },
  'POST /app/restore':                                           { any: '401    422   422    422    422   422   422      401' },
  'GET /app/security':                                           { any: '303    303   200    200    200   200   200      303' },
  'POST /app/security/factor':                                   { any: '401    401   201    201    201   201   201      401' },
  'POST /app/security/factor/confirm':                           { any: '401    401   404    404    404   404   404      401' },
  'POST /app/security/factor/end':                               { any: '401    401   404    404    404   404   404      401' },
  'POST /app/security/sessions/end':                             { any: '401    401   303    303    303   303   303      401' },
  'POST /app/security/sessions/:id/end':                         { any: '401    401   404    404    404   404   404      401' },
  'GET /app/shared':                                             { any: '303    303   200    200    200   200   200      303' },
  'GET /app/trash':                                              { any: '303    303   404    200    200   200   200      303' },
  'POST /app/trash/:id/undelete':                                { any: '401    401   404    404    404   404   404      401' },
  'POST /app/delete':                                            { any: '401    401   422    422    422   422   422      401' },
  'POST /app/undelete':                                          { any: '401    401   422    422    422   422   422      401' },
  'GET /app/usage':                                              { any: '303    303   200    200    200   200   200      303' },
  'GET /app/usage/:shortId': {
    any:     '303    303   404    404    404   404   404      303',
    company: '303    303   403    403    404   404   404      303',
    private: '303    303   404    404    200   200   404      303',
  },
  'GET /app/usage/:shortId/:form{owner|delete}':                  { any: '303    303   303    303    303   303   303      303' },
  // The admin comes first, and then it is gone.
  'POST /app/usage/:shortId/delete': {
    any:     '401    401   404    404    404   404   404      401',
    private: '401    401   404    404    303   404   404      401',
  },
  'POST /app/usage/:shortId/owner': {
    any:     '401    401   404    404    404   404   404      401',
    private: '401    401   404    404    422   422   404      401',
  },
}
