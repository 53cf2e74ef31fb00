using Sigma.Engine.Mapping;
using Sigma.Streams.Sentences;

namespace Sigma.Streams.Evaluating;

/// <summary>What a person should know about how rules were chosen for records: alerts by guess are often wrong.</summary>
/// <param name="mappings">The mappings.</param>
/// <param name="routes">Whether rules are skipped for records of another log source.</param>
internal sealed class RoutingNotes(IReadOnlyList<EventMapping> mappings, bool routes)
{
    private readonly bool _knowsSources = mappings.Any(mapping => mapping.LogSources.Count > 0);
    private readonly SortedSet<string> _products = new(StringComparer.Ordinal);
    private long _guessed;
    private long _alerts;

    /// <param name="guessed">Records whose log source is not wholly known.</param>
    /// <param name="alerts">Alerts of rules that name what is not known of them.</param>
    public void Add(int guessed, int alerts)
    {
        _guessed += guessed;
        _alerts += alerts;
    }

    /// <summary>Rules fired on a record, which cannot be of several products.</summary>
    /// <param name="products">The products that the rules are for; null for any.</param>
    public void Fired(IEnumerable<string?> products)
    {
        var named = products.OfType<string>().Distinct(StringComparer.Ordinal).ToList();
        if (named.Count > 1)
        {
            _products.UnionWith(named);
        }
    }

    public async Task TellAsync(TextWriter messages)
    {
        if (routes && _knowsSources && _guessed > 0)
        {
            await messages.WriteLineAsync(
                $"eval: {Counted.Of(_guessed, "record")} routed by guess: the mapping does not know the whole log source, so rules that"
                + $" name the unknown part were tried. {Counted.Of(_alerts, "alert")} come{(_alerts == 1 ? "s" : "")} of that.");
        }

        if (routes && !_knowsSources && _products.Count > 0)
        {
            await messages.WriteLineAsync(
                "eval: without --mapping each rule is tried on each record, and rules for different products fired on the same ones: "
                + $"{string.Join(", ", _products)}. --mapping {string.Join(' ', MappingReader.BuiltIn)} takes each record by its kind.");
        }
    }
}
