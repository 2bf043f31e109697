import type { ErrorCode, FieldCode } from './errors.js'
import type { FailureCode } from './failures.js'

/** What the server says to a person, in English. `{name}` is replaced by the parameter of that name. */
export const en: Record<ErrorCode | FieldCode | FailureCode, string> = {
  UNAUTHENTICATED: 'Unauthenticated',
  FORBIDDEN: 'You are not allowed to do this.',
  EMAIL_UNVERIFIED: 'Verify your email address first.',
  DEMO_LOGIN_REMOTE: 'Demo accounts can only sign in on the machine that runs Toile.',
  NOT_FOUND: 'Not found',
  STATE_CONFLICT: 'This is not possible in its present state.',
  UPLOAD_FINISHED: 'This upload is complete and can no longer be removed.',
  UPLOAD_USED: 'This upload already belongs to another work.',
  WORK_NOT_IN_TRASH: 'Move the work to the trash first.',
  OFFSET_CONFLICT: 'The upload continues at another place. Reload and resume it.',
  FILE_TOO_LARGE: 'file size over max size (500M) please select smaller one!',
  VIDEO_TOO_LARGE: 'The video must be smaller than 50 MB.',
  BODY_TOO_LARGE: 'The request is too large.',
  UNSUPPORTED_MEDIA_TYPE: 'This content type is not accepted here.',
  INVALID_INPUT: 'Please check the marked fields.',
  WRONG_LOGIN: 'Your login name or password is incorrect.',
  IDEMPOTENCY_KEY_REUSED: 'This request key was used for something else.',
  UPLOAD_KIND_UNSUPPORTED: 'Only 3D files can be uploaded here for now.',
  RATE_LIMITED: 'Too many tries. Please wait {seconds} seconds.',
  TOO_MANY_UPLOADS: 'You have {limit} unfinished uploads. Finish or remove one first.',
  STORAGE_QUOTA: 'Your storage is full ({limitGigabytes} GB). Remove something first.',
  INTERNAL: 'Internal Server Error',
  UNAVAILABLE: 'The service is busy or restarting. Please try again in a moment.',
  UPLOAD_LOCKED: 'This upload is being written by another connection. Please try again in a moment.',
  STORAGE_FULL: 'The server has no space for new files just now. Please try again later.',

  FIELD_REQUIRED: 'Please fill this in.',
  FIELD_INVALID: 'This value is not valid.',
  FIELD_TOO_SHORT: 'At least {min} characters.',
  FIELD_TOO_LONG: 'At most {max} characters.',
  FIELD_TOO_MANY: 'At most {max}.',
  FIELD_EMAIL: 'Please fill in the correct Email.',
  FIELD_TAKEN: 'This is already taken.',
  FIELD_PASSWORD_MISMATCH: 'The two passwords differ.',
  FIELD_MUST_AGREE: 'You must read and agree to the Terms of Service to continue',
  FIELD_UPLOAD_NOT_READY: 'The file is not ready to publish yet.',

  NOT_A_MODEL: 'This is not a 3D file that Toile can read. Upload a .glb, or a .zip with a .gltf and its files.',
  MODEL_DAMAGED: 'The 3D file is damaged: {detail}. Export it again and upload the new file.',
  MODEL_TOO_COMPLEX:
    'The model has {found} {what}; the most that is taken is {limit}. Simplify it and upload it again.',
  MODEL_EMPTY: 'The file holds no visible geometry. Export it again with the garment selected.',
  MODEL_EXTENSION_UNSUPPORTED:
    'The model needs the glTF extension "{name}", which Toile cannot read. Export it again without it.',
  MODEL_FILE_MISSING:
    'The model needs the file "{name}", which is not in the archive. Add it and upload the archive again.',
  MODEL_EXTERNAL_REFERENCE:
    'The model points to "{name}", outside its own files. Pack everything into one .glb or .zip.',
  MODEL_IMAGE_REFUSED: 'The texture "{name}" cannot be used: {detail}. Replace it and upload the model again.',
  ARCHIVE_DAMAGED: 'The archive cannot be opened. Make the .zip again.',
  ARCHIVE_REFUSED: 'The archive cannot be taken: {detail}. Make a plain .zip of the model and its textures.',
  ARCHIVE_WITHOUT_MODEL: 'The archive holds no .gltf or .glb file.',
  PROCESSING_TOO_LONG: 'Preparing the file took too long and was stopped. Try again, or simplify the model.',
  PROCESSING_OUT_OF_MEMORY: 'Preparing the file took more memory than is allowed. Try again, or simplify the model.',
  PROCESSING_FAILED: 'Something went wrong on our side. Nothing is lost; please try again.',
  BYTES_MISSING: 'The stored file is incomplete. Please upload it again.',
}
