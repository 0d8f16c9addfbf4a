// The words of choosing what a comment is about, in the page.

export const subjectWords = {
  point: 'Click a part of the page. On a picture, click a point or drag over an area.',
  here: 'Comment here',
  cancel: 'Cancel',
  back: 'Back',
  pointing: 'Choose a part of the page',
  pickPoint: 'Point',
  pickArea: 'Area',
  /** Behind the keys that do it. */
  keys: {
    step: 'next part',
    point: 'point',
    area: 'area',
    move: 'move',
    resize: 'resize',
    faster: 'faster',
    choose: 'choose',
    leave: 'cancel',
    back: 'back',
  },
  selected: 'Selected text',
  comment: 'Comment',
  move: 'Move here',
  moved: 'Thread moved',
  notMoved: 'The thread couldn’t be moved. Try again.',
  notShown: 'Not found on the page as shown',
  innerFrame: 'Words inside this frame can’t be selected. You can comment on the frame as a whole.',
  select: 'Select the text this thread is about.',
} as const
