// The one door to both pages of courses: the first page of the site knows one name in place of two.
export { LearningPage } from './LearningPage.js'
export { LessonPage } from './LessonPage.js'
