// Nothing but the page: no welcome, no page of a new version, no news.
export const FIREFOX_PREFERENCES = `
user_pref('browser.startup.homepage_override.mstone', 'ignore');
user_pref('startup.homepage_welcome_url', '');
user_pref('startup.homepage_override_url', '');
user_pref('browser.aboutwelcome.enabled', false);
user_pref('browser.newtabpage.enabled', false);
user_pref('browser.startup.firstrunSkipsHomepage', true);
user_pref('datareporting.policy.dataSubmissionEnabled', false);
user_pref('browser.shell.checkDefaultBrowser', false);
`
