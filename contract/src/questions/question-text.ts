// The limits of questions, for both sides. The browser loads this module, so it has no schema.

export const QUESTION_MAX_CHARACTERS = 2000
export const MAX_QUESTION_POINTS = 20
export const POINT_MAX_CHARACTERS = 200
export const MAX_ANSWER_FILES = 20
