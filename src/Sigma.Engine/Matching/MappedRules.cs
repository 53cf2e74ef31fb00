using Sigma.Engine.Evaluation;
using Sigma.Engine.Mapping;
using Sigma.Engine.Rules;

namespace Sigma.Engine.Matching;

/// <summary>A set of rules for several mappings, compiled for each when its first record comes. Any number of threads may use it.</summary>
public sealed class MappedRules
{
    private readonly CompiledRules? _choice;
    private readonly int _count;
    private readonly Lazy<CompiledRules>[] _each;

    /// <param name="rules">The rules.</param>
    /// <param name="mappings">The first whose <c>when</c> holds for a record counts.</param>
    /// <param name="routes">Skips rules whose log source the record's contradicts.</param>
    /// <param name="fields">Further fields whose values are needed.</param>
    public MappedRules(RuleSet rules, IReadOnlyList<EventMapping> mappings, bool routes, IReadOnlyList<string> fields)
    {
        _choice = MappingChoice.Of(mappings) is { } choice ? CompiledRules.OfChoice(choice) : null;
        _count = mappings.Count;
        _each = [.. mappings.Append(EventMapping.Unknown).Select(mapping => new Lazy<CompiledRules>(
            () => CompiledRules.Compile(rules, mapping, routes, fields)))];
        if (_choice is null)
        {
            _ = _each[0].Value; // rules that are about to be used are compiled before they are
        }
    }

    /// <summary>The rules, compiled for any of the mappings.</summary>
    internal CompiledRules Any => (_each.FirstOrDefault(rules => rules.IsValueCreated) ?? _each[0]).Value;

    /// <summary>For one thread at a time.</summary>
    public MappedEvaluator<RecordMatcher> Matcher() => new(
        _choice is null ? null : new(_choice), _count, mapping => new(_each[mapping].Value));
}
