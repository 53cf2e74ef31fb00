using System.CommandLine;
using System.Text;
using Journal.Features.Page;
using Journal.Features.Replay;
using Journal.Features.Replay.Sinks;
using Journal.Features.Search;

namespace Journal.Features.Commands;

/// <summary>The commands of people who look for something in the log.</summary>
internal sealed class ReadingCommands(JournalCommandRunner runner)
{
    private const int DefaultLimit = 1000;
    private const int MaxContext = 1000;

    public IEnumerable<Command> All()
    {
        yield return Search();
        yield return Index();
        yield return Page();
    }

    private static Option<string?> IndexFolderOption() =>
        new("--index") { Description = "The folder of the indexes. Default: index in the journal's folder." };

    private Command Search()
    {
        var text = new Argument<string?>("text") { Description = "Text that the line holds.", Arity = ArgumentArity.ZeroOrOne };
        var place = CommandParts.Folder(); // as with grep, and with the other commands
        var folder = CommandParts.FolderOption();
        var key = CommandParts.Key();
        var vkey = CommandParts.Verifier();
        var ignoreCase = new Option<bool>("--ignore-case", "-i") { Description = "The case of letters does not matter." };
        var regex = new Option<bool>("--regex") { Description = "The text is a regular expression of .NET." };
        var host = new Option<string?>("--host") { Description = "The host that the line names, or a pattern such as 'web*'." };
        var app = new Option<string?>("--app") { Description = "The program that the line names, or a pattern." };
        var source = new Option<string?>("--source") { Description = "Part of the name of the source that sent it." };
        var severity = CommandParts.Severity();
        var from = new Option<string?>("--from")
        {
            Description = "The first record: a sequence, a time, or 'last tuesday', '2 hours ago', 'yesterday 14:00 Europe/Berlin'; UTC "
                + "without a zone.",
        };
        var to = new Option<string?>("--to") { Description = "The record after the last, in the same forms." };
        var context = new Option<int>("--context", "-C") { Description = "Records to print before and after each hit." };
        var limit = new Option<int>("--limit")
        {
            Description = "The number of hits after which it stops; 0: never.",
            DefaultValueFactory = _ => DefaultLimit,
        };
        var format = new Option<string>("--format") { Description = "text or json.", DefaultValueFactory = _ => SearchCommand.Text };
        format.AcceptOnlyFromAmong(SearchCommand.Text, RecordFormats.Json);
        var index = IndexFolderOption();
        var follow = new Option<bool>("--follow")
        {
            Description = "Prints new lines, each when a checkpoint covers it, in the log's order; with --from, first those since then.",
        };
        CommandParts.Bound(context, MaxContext);
        CommandParts.Bound(limit, int.MaxValue);
        var command = new Command("search", "Finds lines, the newest first.")
        {
            text, place, folder, key, vkey, ignoreCase, regex, host, app, source, severity, from, to, context, limit, format, index, follow,
        };
        command.SetAction((parsed, _) => runner.RunAsync(
            command.Name, parsed.GetValue(place) ?? parsed.GetValue(folder), async (journal, messages, token) =>
        {
            using var reader = CommandParts.ReadKey(parsed.GetValue(key)!);
            var log = parsed.GetValue(vkey) is { } own ? CommandParts.ReadVerifier(own) : null;
            var now = TimeProvider.System.GetUtcNow();
            var (first, end) = CommandParts.Bounds(parsed, from, to, bound => TimeText.Parse(bound, now));
            var query = new SearchQuery
            {
                Text = parsed.GetValue(text) is { Length: > 0 } wanted
                    ? new(wanted, parsed.GetValue(ignoreCase), parsed.GetValue(regex)) : null,
                Host = parsed.GetValue(host),
                App = parsed.GetValue(app),
                Source = parsed.GetValue(source),
                Severity = parsed.GetValue(severity),
                From = first,
                To = end,
            };
            var asJson = parsed.GetValue(format) == RecordFormats.Json;
            if (parsed.GetValue(follow))
            {
                await using var sink = await ReplaySinks.OpenAsync(null, token);
                return await SearchFollowing.Replay(journal, query, asJson, now, messages).RunAsync(reader, log, sink, token);
            }

            var output = new StreamWriter(Console.OpenStandardOutput(), new UTF8Encoding(encoderShouldEmitUTF8Identifier: false));
            await using (output)
            {
                var search = new LogSearch(journal, reader, log, CommandParts.Indexes(journal, parsed.GetValue(index)), messages.WriteLine);
                return await new SearchCommand(journal, query, output, messages)
                {
                    Limit = parsed.GetValue(limit),
                    Context = parsed.GetValue(context),
                    AsJson = asJson,
                }.RunAsync(search, reader, token);
            }
        }));
        return command;
    }

    private Command Page()
    {
        var folder = CommandParts.Folder();
        var key = CommandParts.Key();
        var vkey = CommandParts.Verifier();
        var index = IndexFolderOption();
        var port = new Option<int>("--port") { Description = "The port on loopback; 0: a free one." };
        var command = new Command("ui", "Serves a page for reading, on loopback only; the key stays in this process.")
        {
            folder, key, vkey, index, port,
        };
        command.SetAction((parsed, _) => runner.RunAsync(command.Name, parsed.GetValue(folder), async (journal, messages, token) =>
        {
            using var reader = CommandParts.ReadKey(parsed.GetValue(key)!);
            var log = parsed.GetValue(vkey) is { } own ? CommandParts.ReadVerifier(own) : null;
            journal.ReadVerifier();
            var indexes = CommandParts.Indexes(journal, parsed.GetValue(index));
            using var page = new ReaderPage(journal, reader, log, indexes, TimeProvider.System);
            return await page.RunAsync(parsed.GetValue(port), address => messages.WriteLine($"Open {address}"), token);
        }));
        return command;
    }

    private Command Index()
    {
        var folder = CommandParts.Folder();
        var key = CommandParts.Key();
        var index = IndexFolderOption();
        var all = new Option<bool>("--all") { Description = "Makes sound indexes again too." };
        var command = new Command("index", "Makes an index of each closed segment, which only its readers can read.")
        {
            folder, key, index, all,
        };
        command.SetAction((parsed, _) => runner.RunAsync(command.Name, parsed.GetValue(folder), async (journal, messages, token) =>
        {
            using var reader = CommandParts.ReadKey(parsed.GetValue(key)!);
            return await new IndexCommand(journal, parsed.GetValue(index) ?? journal.Indexes, messages) { All = parsed.GetValue(all) }
                .RunAsync(reader, token);
        }));
        return command;
    }
}
