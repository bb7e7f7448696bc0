/** How a banner looks (specification 3: type). */
export const notificationTypes = ['warning', 'success', 'info', 'danger'] as const
