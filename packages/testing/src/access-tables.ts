import type { LiveEvent } from '@toile/contracts/live'

// These tables list the expected access where it depends on the resource rather than on the caller's rights. They are
// written by hand and checked in services/api/src/rights.test.ts and services/realtime/src/realtime.test.ts. The
// expected guards of routes are in services/api/src/rights.test-support.ts.

/** `half-made` has an unfinished account step. `demoted` has an open session from its time as an administrator. */
export const callers = [
  'visitor',
  'banned',
  'half-made',
  'unverified',
  'other',
  'demoted',
  'administrator',
  'owner',
] as const
export type Caller = (typeof callers)[number]

/**
 * Expected status per caller. `TUS` calls use the upload protocol. `PAGE` calls open a page with the session cookie.
 * Names in braces are resources. things.ts creates all of them except `arrivingUpload`. Most belong to `owner`.
 */
export const callsByCaller = table(`
                                                visitor banned half-made unverified other demoted administrator owner
GET /works/{keptWork}                             404     404     404      404       404    404     404          200
GET /works/{keptWork}/versions                    404     404     404      404       404    404     404          200
GET /works/{keptWork}/comments                    404     404     404      404       404    404     404          200
GET /works/{keptWork}/pins                        404     404     404      404       404    404     404          200
GET /works/{keptWork}/download                    401     401     403      404       404    404     404          200
PUT /works/{keptWork}/like                        401     401     403      404       404    404     404          404
POST /works/{keptWork}/comments                   401     401     403      404       404    404     404          201
POST /reports?{keptWork}                          401     401     403      404       404    404     404          201
GET /comments/{keptComment}/replies               404     404     404      404       404    404     404          200
DELETE /comments/{keptComment}                    401     401     403      404       404    404     404          204
DELETE /comments/{commentOfNobodyHere}            401     401     403      403       403    403     204          403
GET /oembed?url={keptWork}                        404     404     404      404       404    404     404          404
PAGE /project/{keptWork}                          404     404     404      404       404    404     404          200
PAGE /embed/{keptWork}                            404     404     404      404       404    404     404          200
GET /works/{hiddenWork}                           404     404     404      404       404    404     200          200
GET /works/{hiddenWork}/comments                  404     404     404      404       404    404     200          200
PUT /works/{hiddenWork}/like                      401     401     403      404       404    404     404          404
GET /oembed?url={hiddenWork}                      404     404     404      404       404    404     404          404
PAGE /project/{hiddenWork}                        404     404     404      404       404    404     200          200
GET /works/{draftWork}                            404     404     404      404       404    404     404          200
GET /works?sort=following                         401     401     401      200       200    200     200          200

GET /renders/{unsharedSpin}/spin                  404     404     404      404       404    404     404          404
PAGE /embed/spin/{unsharedSpin}                   404     404     404      404       404    404     404          404
GET /files/{keptFile}/a.webp                      404     404     404      404       404    404     404          404
GET {linkToKeptFile}                              200     200     200      200       200    200     200          200
GET {linkOfYesterday}                             404     404     404      404       404    404     404          404
GET {linkToAnotherFile}                           404     404     404      404       404    404     404          404
GET /files/{shownFile}/a.webp                     200     200     200      200       200    200     200          200

TUS POST /uploads                                 401     401     403      201       201    201     201          201
TUS POST /uploads?kind=file                       401     401     403      422       422    422     201          422
TUS HEAD /uploads/{arrivingUpload}                401     401     403      404       404    404     404          200
TUS PATCH /uploads/{arrivingUpload}               401     401     403      404       404    404     404          204
TUS DELETE /uploads/{arrivingUpload}              401     401     403      404       404    404     404          204

GET /courses/{draftCourse}                        404     404     404      404       404    404     200          404
GET /courses/{draftCourse}/videos/{draftLesson}   404     404     404      404       404    404     200          404
PUT /courses/{draftCourse}/videos/{draftLesson}/progress 401 401  403      404       404    404     404          404
GET /videos/{draftLesson}/comments                404     404     404      404       404    404     404          404
GET /market/items/{draftItem}                     404     404     404      404       404    404     200          404
POST /market/items/{draftItem}/download           401     401     403      404       404    404     404          404
POST /market/items/{itemForOwnersOfDays}/download 401     401     403      403       403    403     200          200
GET /market/files/{itemForOwnersOfDays}           403     403     403      403       403    403     403          403
GET {linkToItem}                                  200     200     200      200       200    200     200          200
GET {linkToItemOfAnotherPerson}                   403     403     403      403       403    403     403          403
GET /activities/{unannouncedActivity}             404     404     404      404       404    404     404          404
GET /activities/{unannouncedActivity}/participants 404    404     404      404       404    404     404          404
GET /activities/{unannouncedActivity}/works       404     404     404      404       404    404     404          404
GET /activities/{unannouncedActivity}/eligibility 404     404     404      404       404    404     404          404
PUT /activities/{unannouncedActivity}/registration 401    401     403      403       404    404     404          404
PAGE /activity/activityDetail?id={unannouncedActivity} 404 404    404      404       404    404     404          404
DELETE /activities/{openActivity}/submissions/{entry} 401 401     403      404       404    404     404          204

POST /studio/lease?{deviceToken}                  200     200     200      200       200    200     200          200
POST /studio/lease?{endedDeviceToken}             401     401     401      401       401    401     401          401
POST /studio/lease?{deviceTokenOfTheBanned}       403     403     403      403       403    403     403          403
POST /unsubscribe?token={mailToken}               200     200     200      200       200    200     200          200
POST /unsubscribe?token=unknown                   422     422     422      422       422    422     422          422
GET /backstage/exports/{exportOfAnotherAdmin}     401     401     403      403       403    403     404          403
GET /backstage/exports/{exportOfAnotherAdmin}/file 401    401     403      403       403    403     404          403
GET /health/live                                  200     200     200      200       200    200     200          200
GET /health/ready                                 200     200     200      200       200    200     200          200
GET /metrics                                      404     404     404      404       404    404     404          404
GET /sitemap.xml                                  200     200     200      200       200    200     200          200
`)

/** Whether a caller's socket may subscribe to each topic. `none` means that the caller is banned and gets no socket. */
export const topics = table(`
                                                visitor banned half-made unverified other demoted administrator owner
feed                                              yes     none    yes      yes       yes    yes     yes          yes
work:{shownWork}                                  yes     none    yes      yes       yes    yes     yes          yes
work:{keptWork}                                   no      none    no       no        no     no      no           yes
work:{hiddenWork}                                 no      none    no       no        no     no      yes          yes
activity:{announcedActivity}                      yes     none    yes      yes       yes    yes     yes          yes
activity:{unannouncedActivity}                    no      none    no       no        no     no      no           no
queues                                            no      none    no       no        no     no      yes          no
administrators                                    no      none    no       no        no     no      no           no
user:{owner}                                      no      none    no       no        no     no      no           no
session:{owner}                                   no      none    no       no        no     no      no           no
`)

/** Whether a caller receives the events of each room after the caller has requested every topic above. */
export const rooms = table(`
                                                visitor banned half-made unverified other demoted administrator owner
feed                                              yes     none    yes      yes       yes    yes     yes          yes
work:{shownWork}                                  yes     none    yes      yes       yes    yes     yes          yes
work:{keptWork}                                   no      none    no       no        no     no      no           yes
work:{hiddenWork}                                 no      none    no       no        no     no      yes          yes
activity:{announcedActivity}                      yes     none    yes      yes       yes    yes     yes          yes
activity:{unannouncedActivity}                    no      none    no       no        no     no      no           no
queues                                            no      none    no       no        no     no      yes          no
administrators                                    no      none    no       no        no     no      yes          no
user:{owner}                                      no      none    no       no        no     no      no           yes
session:{owner}                                   no      none    no       no        no     no      no           yes
`)

/** The room that receives each event. `everyone` is no room: `resync` goes to all connected clients. */
export const roomOfEvent: Record<LiveEvent, string> = {
  'upload:stage': 'user:{owner}',
  'image:status': 'user:{owner}',
  'video:status': 'user:{owner}',
  'render:status': 'user:{owner}',
  'message:new': 'user:{owner}',
  'message:read': 'user:{owner}',
  'notification:new': 'user:{owner}',
  'notification:unread': 'user:{owner}',
  'software:changed': 'user:{owner}',
  'invitation:activated': 'user:{owner}',
  'session:revoked': 'session:{owner}',
  'work:released': 'feed',
  'work:counters': 'work:{keptWork}',
  'activity:phase': 'activity:{announcedActivity}',
  'queue:health': 'queues',
  'alert:changed': 'administrators',
  'case:changed': 'administrators',
  resync: 'everyone',
}

function table(text: string): { row: string; cells: Record<Caller, string> }[] {
  const [head, ...lines] = text.split('\n').filter((line) => line.trim() !== '')
  const columns = head!.trim().split(/\s+/) as Caller[]
  return lines.map((line) => {
    const words = line.trim().split(/\s+/)
    const cells = words.splice(-columns.length)
    return {
      row: words.join(' '),
      cells: Object.fromEntries(columns.map((caller, i) => [caller, cells[i]!])) as Record<Caller, string>,
    }
  })
}
