using Hosting;
using Journal;
using Journal.Features.Commands;
using Journal.Log.Writing;

return await new HostProgram(JournalApp.Host)
{
    Settings = services => services.AddJournalSettings(),
    Add = builder => builder.AddJournal(),
    Use = app => app.UseJournal(),
    Commands = settings => JournalCommands.Create(settings, services => services.AddJournalSettings()),
    IsExpected = exception => exception is JournalRefusedException or InvalidDataException,
}.RunAsync(args);
