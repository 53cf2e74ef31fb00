using Microsoft.Extensions.Options;
using Sigma.Streams.Flow;

namespace Sigma.Streams.Settings;

/// <summary>Checks the names of sources and sinks: every requested one has to exist.</summary>
internal sealed class Names(IEnumerable<SourceName> sources, IEnumerable<SinkName> sinks) : IValidateOptions<SigmaOptions>
{
    public static IReadOnlyList<string> SourcesOf(SigmaOptions options) => options.Sources is [] ? ["http"] : options.Sources;

    public static IReadOnlyList<string> SinksOf(SigmaOptions options) => options.Sinks is [] ? ["console"] : options.Sinks;

    public ValidateOptionsResult Validate(string? name, SigmaOptions options)
    {
        List<string> problems =
        [
            .. Problems("source", nameof(SigmaOptions.Sources), SourcesOf(options), [.. sources.Select(known => known.Name)]),
            .. Problems("sink", nameof(SigmaOptions.Sinks), SinksOf(options), [.. sinks.Select(known => known.Name)]),
        ];
        return problems.Count == 0 ? ValidateOptionsResult.Success : ValidateOptionsResult.Fail(problems);
    }

    private static IEnumerable<string> Problems(string what, string key, IReadOnlyList<string> wanted, List<string> known) =>
        wanted.Where(name => !known.Contains(name))
            .Select(name => $"There is no {what} {name}. Sigma:{key} can be {string.Join(", ", known)}.")
            .Concat(wanted.Distinct().Count() == wanted.Count ? [] : [$"Sigma:{key} names one {what} twice."]);
}
