using System.CommandLine;
using System.Text;
using Journal.Features.Accounts;
using Journal.Features.Proof;
using Journal.Features.Replay;
using Journal.Features.Replay.Sinks;
using Journal.Features.Sealed;
using Journal.Features.Search;
using Journal.Features.Verify;
using Journal.Log.Verifying;

namespace Journal.Features.Commands;

/// <summary>The commands of the executable, with the server's own settings.</summary>
internal sealed class JournalCommands(JournalCommandRunner runner)
{
    /// <param name="settings">Settings from the command line, each <c>--Journal:Key=Value</c>.</param>
    /// <param name="addSettings">Registers the server's options.</param>
    public static IEnumerable<Command> Create(string[] settings, Action<IServiceCollection> addSettings)
    {
        var runner = new JournalCommandRunner(settings, addSettings);
        var commands = new JournalCommands(runner);
        yield return commands.Init();
        yield return commands.Verify();
        yield return commands.Replay();
        yield return commands.Account();
        yield return commands.Prove();
        yield return commands.Check();
        yield return commands.Readers();
        yield return commands.Send();
        yield return commands.Senders();
        foreach (var command in new ReadingCommands(runner).All().Concat(new EvidenceCommands(runner).All()))
        {
            yield return command;
        }
    }

    private Command Init()
    {
        var place = new Argument<string?>("folder")
        {
            Description = "The folder to make. Default: Journal:DataDirectory, which is 'journal' in the current folder unless it is set.",
            Arity = ArgumentArity.ZeroOrOne,
        };
        var newReader = new Option<string?>("--new-reader")
        {
            Description = "Makes a reader's key pair too; the private key goes to this file (reader.pem).",
            Arity = ArgumentArity.ZeroOrOne,
        };
        var recipients = new Option<string[]>("--recipient")
        {
            Description = "A reader's public key, a .pem file.",
            AllowMultipleArgumentsPerToken = true,
        };
        var origin = new Option<string?>("--origin") { Description = "The log's name. Default: the machine's name and a random number." };
        var command = new Command("init", "Makes a journal.") { place, newReader, recipients, origin };
        command.SetAction((parsed, _) =>
            runner.RunAsync(command.Name, parsed.GetValue(place), (folder, messages, _) => InitCommand.RunAsync(
            folder,
            parsed.GetValue(origin),
            parsed.GetResult(newReader) is null ? null : parsed.GetValue(newReader) ?? "reader.pem",
            parsed.GetValue(recipients) ?? [],
            messages)));
        return command;
    }

    private Command Verify()
    {
        var folder = CommandParts.Folder();
        var key = CommandParts.Key(required: false);
        var vkey = CommandParts.Verifier();
        var anchors = new Option<string[]>("--anchor")
        {
            Description = "A file of anchors, the file or address of a checkpoint that was kept elsewhere, or a witness, as "
                + "https://host:5580#KEY.",
            AllowMultipleArgumentsPerToken = true,
        };
        var maxAge = CommandParts.Time("--max-age", "The largest age of the last signed frame, such as 1min or 00:01:00.");
        var command = new Command("verify", "Says of every frame whether it is proven.") { folder, vkey, anchors, key, maxAge };
        command.SetAction((parsed, _) => runner.RunAsync(command.Name, parsed.GetValue(folder), async (journal, messages, token) =>
        {
            using var reader = parsed.GetValue(key) is { } file ? CommandParts.ReadKey(file) : null;
            var log = parsed.GetValue(vkey) is { } text ? CommandParts.ReadVerifier(text) : null;
            var request = new VerifyRequest(journal)
            {
                Key = log,
                Anchors = await AnchorSources.ReadAsync(parsed.GetValue(anchors) ?? [], log ?? journal.ReadVerifier(), token),
                Reader = reader,
                MaxAge = parsed.GetValue(maxAge),
            };
            return await VerifyCommand.RunAsync(request, Console.Out, messages, TimeProvider.System, token);
        }));
        return command;
    }

    private Command Replay()
    {
        var folder = CommandParts.Folder();
        var key = CommandParts.Key();
        var format = new Option<string>("--format")
        {
            Description = "raw, rfc5424, json, or event: a message that is an object of JSON as it is, with its place in the log beside.",
            DefaultValueFactory = _ => RecordFormats.Raw,
        };
        format.AcceptOnlyFromAmong(RecordFormats.Raw, RecordFormats.Rfc5424, RecordFormats.Json, RecordFormats.Event);
        var from = new Option<string?>("--from")
        {
            Description = "The first record: a sequence, a time, or words such as 'yesterday 14:00'.",
        };
        var to = new Option<string?>("--to") { Description = "The record after the last, in the same forms." };
        var source = new Option<string?>("--source") { Description = "Part of the source's name." };
        var severity = CommandParts.Severity();
        var app = new Option<string?>("--app") { Description = "The program that wrote the line." };
        var vkey = CommandParts.Verifier();
        var grep = new Option<string?>("--grep") { Description = "Text that the line holds." };
        var follow = new Option<bool>("--follow") { Description = "Continues with new lines, each when a checkpoint covers it." };
        var output = new Option<string?>("--output")
        {
            Description = "syslog+tcp://host:port, relp://host:port, http://host:port/path or kafka://host:port/topic. "
                + "Default: standard output.",
        };
        var position = new Option<string?>("--position")
        {
            Description = "A file that keeps with which record to continue; where it exists, it comes before --from.",
        };
        var command = new Command("replay", "Writes the records out again.")
        {
            folder, key, vkey, format, from, to, source, severity, app, grep, follow, output, position,
        };
        command.SetAction((parsed, _) => runner.RunAsync(command.Name, parsed.GetValue(folder), async (journal, messages, token) =>
        {
            using var reader = CommandParts.ReadKey(parsed.GetValue(key)!);
            var now = TimeProvider.System.GetUtcNow();
            var (first, end) = CommandParts.Bounds(parsed, from, to, bound => TimeText.Parse(bound, now));
            var filter = new ReplayFilter
            {
                From = parsed.GetValue(position) is { } kept && KeptPosition.Read(kept) is { } next ? new(next, null) : first,
                To = end,
                Source = parsed.GetValue(source),
                Severity = parsed.GetValue(severity),
                App = parsed.GetValue(app),
                Text = parsed.GetValue(grep) is { } text ? Encoding.UTF8.GetBytes(text) : null,
            };
            await using var sink = await ReplaySinks.OpenAsync(
                parsed.GetValue(output), parsed.GetValue(position), journal.ReadVerifier().Name, messages, token);
            var replay = new ReplayCommand(journal, filter, RecordFormats.Of(parsed.GetValue(format)!), messages)
            {
                Follow = parsed.GetValue(follow),
                OnlyProven = parsed.GetValue(position) is not null,
            };
            return await replay.RunAsync(reader, parsed.GetValue(vkey) is { } log ? CommandParts.ReadVerifier(log) : null, sink, token);
        }));
        return command;
    }

    private Command Account()
    {
        var folder = CommandParts.Folder();
        var command = new Command("account", "Prints what became of every message.") { folder };
        command.SetAction((parsed, _) => runner.RunAsync(
            command.Name, parsed.GetValue(folder), (journal, _, _) => AccountCommand.RunAsync(journal, Console.Out)));
        return command;
    }

    private Command Prove()
    {
        var sequences = CommandParts.Sequences();
        var folder = CommandParts.Folder();
        var key = CommandParts.Key();
        var place = new Option<string?>("--out") { Description = "A folder for proofs, each SEQUENCE.proof. Default: standard output." };
        var command = new Command("prove", "Writes a proof of a record that anybody can check without the log.")
        {
            sequences, folder, key, place,
        };
        command.Validators.Add(result =>
        {
            // A value that cannot be read has an error already, and throws when it is asked for.
            if (result.GetResult(sequences)?.Tokens.Any(token => token.Value.Contains(',', StringComparison.Ordinal)) == true
                && result.GetResult(place) is null)
            {
                result.AddError("Several proofs need a folder: --out FOLDER.");
            }
        });
        command.SetAction((parsed, _) => runner.RunAsync(command.Name, parsed.GetValue(folder), async (journal, _, _) =>
        {
            using var reader = CommandParts.ReadKey(parsed.GetValue(key)!);
            return await ProveCommand.ProveAsync(journal, reader, parsed.GetValue(sequences)!, parsed.GetValue(place), Console.Out);
        }));
        return command;
    }

    private Command Check()
    {
        var files = new Argument<string[]>("proof") { Description = "Files that were written by prove.", Arity = ArgumentArity.OneOrMore };
        var vkey = new Option<string>("--vkey") { Description = "The log's verifier key, or a file that holds it.", Required = true };
        var command = new Command("check", "Says what a proof proves.") { files, vkey };
        command.SetAction((parsed, _) => runner.RunAsync(command.Name, null, (_, _, _) =>
            ProveCommand.CheckAsync(parsed.GetValue(files)!, CommandParts.ReadVerifier(parsed.GetValue(vkey)!), Console.Out)));
        return command;
    }

    private Command Readers()
    {
        var file = new Argument<string>("file") { Description = "A reader's public key, a .pem file." };
        var add = new Command("add", "Lets a reader read from the next segment on.") { file };
        add.SetAction((parsed, _) => runner.RunAsync(
            "readers add", null, (journal, messages, _) => ReadersCommand.AddAsync(journal, parsed.GetValue(file)!, messages)));
        var name = new Argument<string>("name") { Description = "The reader's name, as its file is called." };
        var remove = new Command("remove", "Stops a reader from reading, from the next segment on.") { name };
        remove.SetAction((parsed, _) => runner.RunAsync(
            "readers remove", null, (journal, messages, _) => ReadersCommand.RemoveAsync(journal, parsed.GetValue(name)!, messages)));
        return new("readers", "Changes who can read.") { add, remove, Split(), Combine() };
    }

    private Command Split()
    {
        var file = new Argument<string>("key") { Description = "A reader's private key, a .pem file." };
        var needed = new Option<int>("--needed") { Description = "So many shares give the key: 2 or more.", Required = true };
        var shares = new Option<int>("--shares") { Description = "Shares to make, at most 255.", Required = true };
        var place = new Option<string>("--out") { Description = "The folder for the shares.", DefaultValueFactory = _ => "." };
        var command = new Command("split", "Splits a reader's key among several people, some of whom together can read.")
        {
            file, needed, shares, place,
        };
        command.SetAction((parsed, _) => runner.RunAsync("readers split", null, async (journal, messages, _) =>
        {
            using var key = CommandParts.ReadKey(parsed.GetValue(file)!);
            return await SharesCommand.SplitAsync(
                journal.Disk, key, parsed.GetValue(needed), parsed.GetValue(shares), parsed.GetValue(place)!, messages);
        }));
        return command;
    }

    private Command Combine()
    {
        var files = new Argument<string[]>("shares") { Description = "Files of shares.", Arity = ArgumentArity.OneOrMore };
        var place = new Option<string>("--out") { Description = "The file for the key.", Required = true };
        var command = new Command("combine", "Puts a reader's key together from shares.") { files, place };
        command.SetAction((parsed, _) => runner.RunAsync("readers combine", null, (journal, messages, _) =>
            SharesCommand.CombineAsync(journal.Disk, parsed.GetValue(files)!, parsed.GetValue(place)!, messages)));
        return command;
    }

    private Command Send()
    {
        var file = new Argument<string?>("file") { Description = "Lines. Default: standard input.", Arity = ArgumentArity.ZeroOrOne };
        var to = new Option<string>("--to") { Description = "The journal's host and UDP port.", Required = true };
        var key = new Option<string>("--key") { Description = "The sender's key, as sender add has written it.", Required = true };
        var command = new Command("send", "Sends lines in datagrams that nobody else can read, forge or repeat.") { file, to, key };
        command.SetAction((parsed, _) => runner.RunAsync(command.Name, null, async (_, messages, token) =>
        {
            await using var input = parsed.GetValue(file) is { } path ? File.OpenRead(path) : Console.OpenStandardInput();
            return await SendCommand.RunAsync(
                input, parsed.GetValue(to)!, parsed.GetValue(key)!, messages, TimeProvider.System, token);
        }));
        return command;
    }

    private Command Senders()
    {
        var name = new Argument<string>("name") { Description = "Letters, digits, dots, hyphens and underscores." };
        var file = new Option<string?>("--out") { Description = "The file of the key. Default: NAME.key." };
        var add = new Command("add", "Makes the key of a sender; a running journal accepts it within a second.") { name, file };
        add.SetAction((parsed, _) => runner.RunAsync("sender add", null, (journal, messages, _) =>
            SenderCommand.AddAsync(journal, parsed.GetValue(name)!, parsed.GetValue(file) ?? $"{parsed.GetValue(name)}.key", messages)));
        var remove = new Command("remove", "Removes a sender's key: its datagrams are then refused.") { name };
        remove.SetAction((parsed, _) => runner.RunAsync(
            "sender remove", null, (journal, messages, _) => SenderCommand.RemoveAsync(journal, parsed.GetValue(name)!, messages)));
        return new("sender", "Changes who can send sealed datagrams.") { add, remove };
    }
}
