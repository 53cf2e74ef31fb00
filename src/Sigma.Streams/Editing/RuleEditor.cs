using Hosting.Errors;
using Microsoft.Extensions.Options;
using Sigma.Engine.Rules;
using Sigma.Streams.Reloading;
using Sigma.Streams.RuleFiles;
using Sigma.Streams.Settings;

namespace Sigma.Streams.Editing;

/// <summary>
/// Writes and removes single rules where rules are kept. A change is checked together with all other rules before anything is written.
/// </summary>
/// <param name="options">Placeholders, and what is done with rules.</param>
/// <param name="limits">Limits of correlations.</param>
/// <param name="homes">A new rule goes to the first that has a place for it.</param>
internal sealed class RuleEditor(IOptions<SigmaOptions> options, IOptions<SigmaLimits> limits, IEnumerable<IRuleHome> homes) : IDisposable
{
    private readonly SemaphoreSlim _one = new(1);

    public void Dispose() => _one.Dispose();

    /// <param name="id">The rule's id.</param>
    /// <param name="text">A document in YAML with that id.</param>
    /// <param name="mayReplace">False: a rule that has the id is an error.</param>
    /// <param name="cancellationToken">Stops waiting.</param>
    /// <returns>Whether the rule is new; or why nothing was written.</returns>
    /// <exception cref="IOException">It could not be written.</exception>
    public Task<Result<bool>> PutAsync(string id, string text, bool mayReplace, CancellationToken cancellationToken) =>
        AloneAsync(() => PutOneAsync(id, text, mayReplace, cancellationToken), cancellationToken);

    /// <returns>Why it was not removed; null when it was.</returns>
    /// <exception cref="IOException">It could not be removed.</exception>
    public Task<Error?> RemoveAsync(string id, CancellationToken cancellationToken) =>
        AloneAsync(() => RemoveOneAsync(id, cancellationToken), cancellationToken);

    /// <summary>All rules, with a text in the place of those that have its ids.</summary>
    /// <param name="file">Its name, for messages.</param>
    /// <param name="text">The text.</param>
    public RuleSet With(string file, string text)
    {
        var (ids, kept) = (All(Load([], file, text)).Select(document => document.Id).OfType<string>().ToList(), Read());
        var replaced = All(Load(kept, null, "")).Where(document => ids.Contains(document.Id, StringComparer.OrdinalIgnoreCase))
            .Select(document => document.File).ToHashSet();
        return Load([.. kept.Where(each => !replaced.Contains(each.Text.File))], file, text);
    }

    private async Task<Result<bool>> PutOneAsync(string id, string text, bool mayReplace, CancellationToken cancellationToken)
    {
        var kept = Read();
        if (Place(id, kept).IsError(out var error, out var file))
        {
            return error;
        }

        var isNew = file.Length == 0;
        if (!isNew && !mayReplace)
        {
            return new Error(EditErrors.Exists, $"{file} has the id {id} already. Give this rule an id of its own, or edit that one.");
        }

        var home = isNew ? homes.FirstOrDefault(home => home.NewFile(id) is not null) : kept.First(each => each.Text.File == file).Home;
        if (home is null)
        {
            return new Error(EditErrors.Conflict,
                "No folder is among Sigma:Rules, and there is no Kafka:RulesTopic, so there is no place for a rule. Name one.");
        }

        file = isNew ? home.NewFile(id.ToLowerInvariant())! : file;
        var rules = Load(kept, file, text);
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

        await home.WriteAsync(file, text, cancellationToken);
        return isNew;
    }

    private async Task<Error?> RemoveOneAsync(string id, CancellationToken cancellationToken)
    {
        var kept = Read();
        if (Place(id, kept).IsError(out var error, out var file))
        {
            return error;
        }

        if (file.Length == 0)
        {
            return new Error(EditErrors.NotFound, $"No file has a rule with the id {id}.");
        }

        if (Load(kept, file, "").Rules.Count == 0)
        {
            return new Error(EditErrors.Conflict, "It is the last rule, and the service needs one. Add another one first.");
        }

        await kept.First(each => each.Text.File == file).Home.WriteAsync(file, null, cancellationToken);
        return null;
    }

    private async Task<T> AloneAsync<T>(Func<Task<T>> edit, CancellationToken cancellationToken)
    {
        await _one.WaitAsync(cancellationToken);
        try
        {
            return await edit();
        }
        finally
        {
            _one.Release();
        }
    }

    /// <returns>The file that has only this rule; empty when none has it. An error when the file has others too.</returns>
    private Result<string> Place(string id, IReadOnlyList<KeptText> kept)
    {
        if (!Guid.TryParseExact(id, "D", out _))
        {
            return new Error(EditErrors.Invalid, $"{id} is not a UUID such as 7b2c1d3e-0001-4a5b-9c8d-1e2f3a4b5c6d.");
        }

        var rules = Load(kept, null, "");
        var file = All(rules).FirstOrDefault(document => id.Equals(document.Id, StringComparison.OrdinalIgnoreCase))?.File;
        return file is not null && Documents(rules, file).Count > 1
            ? new Error(EditErrors.Conflict, $"{file} has other rules too. Edit it there.")
            : file ?? "";
    }

    private List<KeptText> Read() => [.. homes.SelectMany(home => home.Read().Texts.Select(text => new KeptText(home, text)))];

    private RuleSet Load(IReadOnlyList<KeptText> kept, string? file, string text)
    {
        var texts = kept.Select(each => each.Text).Where(one => one.File != file);
        return RuleInputs.Rules(
            new RuleTexts([.. file is null ? texts : texts.Append(new RuleText(file, text))], []),
            options.Value.Placeholders, limits.Value.OfCorrelations, options.Value.RuleChanges);
    }

    private static List<SigmaDocument> Documents(RuleSet rules, string file) => [.. All(rules).Where(document => document.File == file)];

    private static IEnumerable<SigmaDocument> All(RuleSet rules) =>
        rules.Rules.Cast<SigmaDocument>().Concat(rules.Correlations).Concat(rules.Filters);

    private sealed record KeptText(IRuleHome Home, RuleText Text);
}
