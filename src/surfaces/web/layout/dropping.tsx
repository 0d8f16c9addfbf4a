// What every page of the dashboard brings for files dropped or pasted on it; `dropping.ts` shows and fills it.

import type { JSX } from 'preact'
import { parts } from '../words/common.ts'
import { publishing } from '../words/pages.ts'
import { Leaf } from './surfaces.tsx'

/** `organization` is the one that the page was made for. */
export const Dropping = ({ organization }: { organization: string }): JSX.Element => (
  <>
    <div class="dropping" role="status" data-dropping={organization} hidden>
      <Leaf />
      <p class="title">{publishing.dropNow}</p>
      <p class="soft">{publishing.private}</p>
    </div>
    <dialog class="dialog sheet-below" aria-labelledby="pasted-title" data-pasted>
      <h2 id="pasted-title">{publishing.pasted}</h2>
      <p class="soft">{publishing.pastedHint}</p>
      <p class="link-address" dir="auto" data-pasted-text />
      <form method="dialog" class="actions">
        <button type="submit" class="button quiet" value="">
          {parts.cancel}
        </button>
        <button type="submit" class="button primary" value="publish">
          {publishing.publish}
        </button>
      </form>
    </dialog>
    <section class="uploads" aria-label={publishing.uploads} data-uploads hidden>
      <ul />
    </section>
  </>
)
