using System.CommandLine;
using Journal.Features.Anchors;
using Journal.Features.Evidence;
using Journal.Features.Search;
using Journal.Log.Signing;

namespace Journal.Features.Commands;

/// <summary>The commands of people who have to show, keep or destroy records.</summary>
internal sealed class EvidenceCommands(CommandRunner runner)
{
    public IEnumerable<Command> All()
    {
        yield return Export();
    }

    private Command Export()
    {
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
            folder, key, from, to, bundle, witnesses,
        };
        command.SetAction((parsed, _) => runner.RunAsync(command.Name, parsed.GetValue(folder), async (journal, messages, token) =>
        {
            using var reader = CommandParts.ReadKey(parsed.GetValue(key)!);
            var now = TimeProvider.System.GetUtcNow();
            var bounds = new SearchQuery
            {
                From = parsed.GetValue(from) is { } first ? TimeText.Parse(first, now) : null,
                To = parsed.GetValue(to) is { } end ? TimeText.Parse(end, now) : null,
            };
            var keys = parsed.GetValue(witnesses) is { Length: > 0 } named
                ? named.Select(CosignerKey.Parse)
                : runner.Options.AnchorStores.Where(WitnessAddress.IsUrl).Select(store => WitnessAddress.Parse(store).Key);
            return await new EvidenceExport(journal, parsed.GetValue(bundle)!, messages) { Witnesses = [.. keys] }
                .RunAsync(reader, bounds, token);
        }));
        return command;
    }
}
