using System.CommandLine;
using Journal.Features.Anchors;
using Journal.Features.Bundles;
using Journal.Features.Holds;
using Journal.Features.Redaction;
using Journal.Features.Search;
using Journal.Log.Signing;

namespace Journal.Features.Commands;

/// <summary>The commands of people who have to show, keep or destroy records.</summary>
internal sealed class EvidenceCommands(JournalCommandRunner runner)
{
    public IEnumerable<Command> All()
    {
        yield return Export();
        yield return Holds();
        yield return Redact();
    }

    private Command Export()
    {
        var place = CommandParts.Folder(); // as with the other commands
        var folder = CommandParts.FolderOption();
        var key = CommandParts.Key();
        var from = new Option<string?>("--from") { Description = "The first record: a sequence, or a time as search takes it." };
        var to = new Option<string?>("--to") { Description = "The record after the last." };
        var bundle = new Option<string>("--out") { Description = "The folder to make.", Required = true };
        var witnesses = new Option<string[]>("--witness")
        {
            Description = "The key of a witness whose signature goes into the bundle. Default: those in Journal:Anchors.",
            AllowMultipleArgumentsPerToken = true,
        };
        var command = new Command("export-evidence", "Writes records with all that proves them, for people without the journal.")
        {
            place, folder, key, from, to, bundle, witnesses,
        };
        command.SetAction((parsed, _) => runner.RunAsync(
            command.Name, parsed.GetValue(place) ?? parsed.GetValue(folder), async (journal, messages, token) =>
        {
            using var reader = CommandParts.ReadKey(parsed.GetValue(key)!);
            var now = TimeProvider.System.GetUtcNow();
            var (first, end) = CommandParts.Bounds(parsed, from, to, text => TimeText.Parse(text, now));
            var bounds = new SearchQuery { From = first, To = end };
            var keys = parsed.GetValue(witnesses) is { Length: > 0 } named
                ? named.Select(CosignerKey.Parse)
                : runner.Options.AnchorStores.Where(WitnessAddress.IsUrl).Select(store => WitnessAddress.Parse(store).Key);
            return await new EvidenceExport(journal, parsed.GetValue(bundle)!, messages) { Witnesses = [.. keys] }
                .RunAsync(reader, bounds, token);
        }));
        return command;
    }

    private Command Redact()
    {
        var sequence = new Argument<long>("sequence") { Description = "The record's number." };
        var folder = CommandParts.FolderOption();
        var key = CommandParts.Key();
        var reason = new Option<string>("--reason") { Description = "Why; the log records it.", Required = true };
        var command = new Command("redact", "Destroys one record for ever; its hash and a signed notice stay. Stop the journal first.")
        {
            sequence, folder, key, reason,
        };
        command.SetAction((parsed, _) => runner.RunAsync(command.Name, parsed.GetValue(folder), async (journal, messages, token) =>
        {
            using var reader = CommandParts.ReadKey(parsed.GetValue(key)!);
            return await new RedactCommand(journal, messages, TimeProvider.System).RunAsync(
                reader, parsed.GetValue(sequence), parsed.GetValue(reason)!, token);
        }));
        return command;
    }

    private Command Holds()
    {
        var folder = CommandParts.FolderOption();
        var name = new Argument<string>("name") { Description = "Letters, digits, hyphens and underscores." };
        var from = new Option<string?>("--from") { Description = "The first record: a sequence, or a time as search takes it." };
        var to = new Option<string?>("--to") { Description = "The record after the last. Default: all that comes." };
        var reason = new Option<string>("--reason") { Description = "Why; the log records it.", Required = true };
        var add = new Command("add", "Keeps records from retention until the hold is released.") { name, folder, from, to, reason };
        add.SetAction((parsed, _) => Run("hold add", parsed, folder, command =>
        {
            var now = TimeProvider.System.GetUtcNow();
            var (first, end) = CommandParts.Bounds(parsed, from, to, text => TimeText.Parse(text, now));
            return command.AddAsync(parsed.GetValue(name)!, first, end, parsed.GetValue(reason)!);
        }));
        var release = new Command("release", "Ends a hold.") { name, folder, reason };
        release.SetAction((parsed, _) => Run(
            "hold release", parsed, folder, command => command.ReleaseAsync(parsed.GetValue(name)!, parsed.GetValue(reason)!)));
        var list = new Command("list", "Prints the holds.") { folder };
        list.SetAction((parsed, _) => Run("hold list", parsed, folder, command => command.ListAsync()));
        return new("hold", "Keeps records from retention.") { add, list, release };
    }

    private Task<int> Run(string name, ParseResult parsed, Option<string?> folder, Func<HoldCommand, Task<int>> run) =>
        runner.RunAsync(name, parsed.GetValue(folder), (journal, messages, _) =>
            run(new(journal, Console.Out, messages, TimeProvider.System)));
}
