using System.Text;
using Durable;
using Hosting.Errors;
using Microsoft.Extensions.Options;
using Sigma.Engine.Rules;
using Sigma.Streams.Reloading;
using Sigma.Streams.RuleFiles;
using Sigma.Streams.Settings;

namespace Sigma.Streams.Editing;

/// <summary>
/// Writes and removes single rules in the folder of rules. A change is checked together with all other rules before anything is written.
/// </summary>
internal sealed class RuleEditor(IOptions<SigmaOptions> options, IOptions<SigmaLimits> limits, RuleFolderService folder)
{
    private readonly Lock _lock = new();

    /// <param name="id">The rule's id.</param>
    /// <param name="text">A document in YAML with that id.</param>
    /// <returns>Whether the rule is new; or why nothing was written.</returns>
    public Result<bool> Put(string id, string text)
    {
        lock (_lock)
        {
            var read = RuleFolder.Read(options.Value.Rules, RuleTexts.None);
            if (Place(id, read).IsError(out var error, out var place))
            {
                return error;
            }

            var isNew = place.Length == 0;
            var file = isNew ? NewPath(id) : place;
            if (file is null)
            {
                return new Error(EditErrors.Conflict, "No folder is among Sigma:Rules, so there is no place for a rule. Name one.");
            }

            var rules = Load(read, file, text);
            var problems = rules.Problems.Where(problem => problem.IsError && problem.File == file).ToList();
            if (problems.Count > 0)
            {
                return new Error(EditErrors.Invalid,
                    $"The rule was not written: {string.Join(' ', problems.Select(problem => $"{problem.At}: {problem.Message}"))}");
            }

            if (Documents(rules, file) is not [var document] || !id.Equals(document.Id, StringComparison.OrdinalIgnoreCase))
            {
                return new Error(EditErrors.Invalid,
                    $"The body has to be one document with the id {id}, which is that of the address. Nothing was written.");
            }

            LocalDisk.Instance.Replace(file, Encoding.UTF8.GetBytes(text));
            folder.LookNow();
            return isNew;
        }
    }

    /// <returns>Why it was not removed; null when it was.</returns>
    public Error? Remove(string id)
    {
        lock (_lock)
        {
            var read = RuleFolder.Read(options.Value.Rules, RuleTexts.None);
            if (Place(id, read).IsError(out var error, out var file))
            {
                return error;
            }

            if (file.Length == 0)
            {
                return new Error(EditErrors.NotFound, $"No file has a rule with the id {id}.");
            }

            if (Load(read, file, "").Rules.Count == 0)
            {
                return new Error(EditErrors.Conflict, "It is the last rule, and the service needs one. Add another one first.");
            }

            LocalDisk.Instance.Remove(file);
            folder.LookNow();
            return null;
        }
    }

    private string? NewPath(string id) =>
        options.Value.Rules.FirstOrDefault(Directory.Exists) is { } path ? Path.Combine(path, $"{id.ToLowerInvariant()}.yml") : null;

    /// <returns>The file that has only this rule; empty when none has it. An error when the file has others too.</returns>
    private Result<string> Place(string id, RuleTexts read)
    {
        if (!Guid.TryParseExact(id, "D", out _))
        {
            return new Error(EditErrors.Invalid, $"{id} is not a UUID such as 7b2c1d3e-0001-4a5b-9c8d-1e2f3a4b5c6d.");
        }

        var rules = Load(read, null, "");
        var file = All(rules).FirstOrDefault(document => id.Equals(document.Id, StringComparison.OrdinalIgnoreCase))?.File;
        return file is not null && Documents(rules, file).Count > 1
            ? new Error(EditErrors.Conflict, $"{file} has other rules too. Edit it there.")
            : file ?? "";
    }

    private RuleSet Load(RuleTexts read, string? file, string text)
    {
        var texts = read.Texts.Where(one => one.File != file);
        return RuleInputs.Rules(
            new RuleTexts([.. file is null ? texts : texts.Append(new RuleText(file, text))], []),
            options.Value.Placeholders, limits.Value.OfCorrelations, options.Value.RuleChanges);
    }

    private static List<SigmaDocument> Documents(RuleSet rules, string file) => [.. All(rules).Where(document => document.File == file)];

    private static IEnumerable<SigmaDocument> All(RuleSet rules) =>
        rules.Rules.Cast<SigmaDocument>().Concat(rules.Correlations).Concat(rules.Filters);
}
