// Every part of the dashboard, in the order of the navigation; a page is shown there as soon as it stands in this list.
import type { Section } from './dashboard.ts'
import { keys } from './routes/keys.ts'

export const sections: readonly Section[] = [keys]
