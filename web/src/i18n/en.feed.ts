/** What is said of a feed that is of one tag, or has no works. */
export const enFeed = {
  removeTag: 'Show works without the tag {{tag}} too',
  noneFound: 'No work has all of these words.',
  noneHere: 'Nothing here yet.',
  noneFollowed: 'Works of the creators whom you follow appear here.',
  findCreators: 'Find creators',
  signInToFollow: 'Sign in to see the works of those whom you follow.',
}
