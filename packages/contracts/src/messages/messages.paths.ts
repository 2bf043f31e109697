export const listConversations = 'GET /conversations' as const
export const listMessages = 'GET /conversations/:userId/messages' as const
export const sendMessage = 'POST /conversations/:userId/messages' as const
export const readConversation = 'PUT /conversations/:userId/read' as const
export const acceptConversation = 'PUT /conversations/:userId/accept' as const
export const ignoreConversation = 'PUT /conversations/:userId/ignore' as const
export const listModeration = 'GET /backstage/works/:id/messages' as const
export const sendModeration = 'POST /backstage/works/:id/messages' as const
