// A real part that this machine cannot give, and why; tests skip with the reason and continuous integration fails.

export interface Skip {
  skip: string
}

/** Narrows what a `start…` function answered. */
export const isSkip = (answer: object): answer is Skip => 'skip' in answer
