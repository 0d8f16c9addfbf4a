// The words of the page that a claim link opens.

export const claimWords = {
  title: 'Claim a page',
  claim: 'Claim this page',
  published: 'Published',
  open: (days: string, day: string) =>
    `Anyone with the link can open it for ${days} more, until ${day}. Claim the page to keep it at the same address and decide who can open it.`,
  signIn: 'Sign in to claim it',
  signInHint: 'We’ll send you a six-digit code, then bring you back here.',
  where: 'Organization',
  who: 'Who gets access',
  public: 'Anyone with the link',
  publicOff: 'Turned off for this organization. An owner can allow it in Rules.',
  company: 'Everyone in the organization',
  private: 'Only you',
  submit: 'Claim page',
  owner: 'You will own the page as',
  into: 'The page goes to',
  nowhere: 'None of your organizations takes previews',
  nowhereHint:
    'An owner turned claims off in Rules, or you are a viewer there. Ask an owner to allow claims or to make you a member, then open this link again. Until then the page stays where it is.',
  unknown: 'Claim link not found',
  unknownHint: 'The link may be cut off. Copy the whole link, or publish the file again to get a new one.',
  expired: 'This preview has expired',
  expiredHint:
    'A page that no one claims is deleted after 30 days. Publish the file again to get a new address and a new claim link.',
  claimed: 'This page is already claimed',
  claimedHint: 'A claim link works once. If you claimed the page, it is among yours.',
  claimedByOther: 'If you did not, ask the person who sent you the link.',
  toPages: 'Go to your pages',
} as const
