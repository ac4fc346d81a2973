// One of each kind of control; what happens to it, it prints, a line each: so what is said of it can be checked from outside AX.
#import <AppKit/AppKit.h>

static void say(NSString *text) {
  printf("%s\n", text.UTF8String);
  fflush(stdout);
}

@interface SelfTest : NSObject <NSApplicationDelegate, NSTableViewDataSource, NSTextFieldDelegate>
@property NSWindow *window;
@property CGFloat top;
@end

@implementation SelfTest
- (void)applicationDidFinishLaunching:(NSNotification *)notification {
  self.window = [[NSWindow alloc] initWithContentRect:NSMakeRect(100, 100, 420, 560)
                                            styleMask:NSWindowStyleMaskTitled | NSWindowStyleMaskClosable
                                              backing:NSBackingStoreBuffered
                                                defer:NO];
  self.window.title = @"Self test";
  self.top = 540;
  [self add:[NSButton buttonWithTitle:@"Press me" target:self action:@selector(pressed:)]];
  [self add:[NSButton checkboxWithTitle:@"Check me" target:self action:@selector(checked:)]];
  [self add:[self field:[NSTextField new] named:@"Text"]];
  [self add:[self field:[NSSecureTextField new] named:@"Secret"]];
  NSSlider *slider = [NSSlider sliderWithValue:5 minValue:0 maxValue:10 target:self action:@selector(slid:)];
  slider.accessibilityLabel = @"Volume";
  [self add:slider];
  NSPopUpButton *popUp = [NSPopUpButton new];
  [popUp addItemsWithTitles:@[ @"Austria", @"Brazil", @"Canada" ]];
  popUp.target = self;
  popUp.action = @selector(picked:);
  popUp.accessibilityLabel = @"Country";
  [self add:popUp];
  [self add:[NSButton buttonWithTitle:@"Sheet" target:self action:@selector(sheet:)]];
  [self add:[NSButton buttonWithTitle:@"Hang" target:self action:@selector(hang:)]];
  [self addTable];
  [self.window makeKeyAndOrderFront:nil];
  [NSApp activateIgnoringOtherApps:YES];
  say(@"ready");
}
- (void)add:(NSView *)view {
  self.top -= 36;
  view.frame = NSMakeRect(20, self.top, 380, 28);
  [self.window.contentView addSubview:view];
}
- (NSTextField *)field:(NSTextField *)field named:(NSString *)name {
  field.accessibilityLabel = name;
  field.delegate = self;
  return field;
}
- (void)addTable {
  NSTableView *table = [NSTableView new];
  [table addTableColumn:[[NSTableColumn alloc] initWithIdentifier:@"name"]];
  table.dataSource = self;
  table.accessibilityLabel = @"Rows";
  NSScrollView *scroll = [[NSScrollView alloc] initWithFrame:NSMakeRect(20, 20, 380, 180)];
  scroll.documentView = table;
  [self.window.contentView addSubview:scroll];
}
- (NSInteger)numberOfRowsInTableView:(NSTableView *)table {
  return 500;
}
- (id)tableView:(NSTableView *)table objectValueForTableColumn:(NSTableColumn *)column row:(NSInteger)row {
  return [NSString stringWithFormat:@"Row %ld", (long)row];
}
- (void)pressed:(id)sender {
  say(@"pressed");
}
- (void)checked:(NSButton *)sender {
  say([NSString stringWithFormat:@"checked %ld", (long)sender.state]);
}
- (void)slid:(NSSlider *)sender {
  say([NSString stringWithFormat:@"slid %g", sender.doubleValue]);
}
- (void)picked:(NSPopUpButton *)sender {
  say([NSString stringWithFormat:@"picked %@", sender.titleOfSelectedItem]);
}
- (void)controlTextDidChange:(NSNotification *)notification {
  NSTextField *field = notification.object;
  say([NSString stringWithFormat:@"text %@ %lu", field.accessibilityLabel, (unsigned long)field.stringValue.length]);
}
- (void)sheet:(id)sender {
  NSAlert *alert = [NSAlert new];
  alert.messageText = @"Really?";
  [alert addButtonWithTitle:@"Yes"];
  [alert addButtonWithTitle:@"No"];
  [alert beginSheetModalForWindow:self.window
                completionHandler:^(NSModalResponse answer) {
                  say(answer == NSAlertFirstButtonReturn ? @"yes" : @"no");
                }];
}
- (void)hang:(id)sender {
  say(@"hanging");
  [NSThread sleepForTimeInterval:5];
  say(@"awake");
}
- (BOOL)applicationShouldTerminateAfterLastWindowClosed:(NSApplication *)application {
  return YES;
}
@end

int main(void) {
  @autoreleasepool {
    SelfTest *delegate = [SelfTest new];
    NSApplication *application = NSApplication.sharedApplication;
    application.activationPolicy = NSApplicationActivationPolicyRegular;
    application.delegate = delegate;
    [application run];
  }
}
