using Sigma.Engine.Mapping;
using Sigma.Engine.Rules;

namespace Sigma.Engine.Evaluation;

/// <summary>Evaluates each record by the mapping that is chosen for it. For one thread at a time.</summary>
/// <param name="chooser">Its first match is the number of the mapping; null: always the first.</param>
/// <param name="count">The number of mappings; a record that fits none is evaluated as by one more.</param>
/// <param name="create">Creates the evaluator of a mapping by its number, when the first record comes.</param>
public sealed class MappedEvaluator<T>(T? chooser, int count, Func<int, T> create) : IRecordEvaluator
    where T : class, IRecordEvaluator
{
    private readonly T?[] _evaluators = new T?[count + 1];
    private T? _last;

    /// <summary>The evaluators of the mappings that had a record; any thread may read them.</summary>
    public IEnumerable<T> Used => _evaluators.OfType<T>();

    /// <summary>The evaluator of the mapping of the last record; null when that one could not be read.</summary>
    public T? Last => _last;

    public EventSource LogSource => _last?.LogSource ?? EventSource.Any;

    public EventMapping Mapping => _last?.Mapping ?? EventMapping.None;

    public RecordVerdict Evaluate(ReadOnlyMemory<byte> record)
    {
        if (chooser is null)
        {
            return (_last = Of(0)).Evaluate(record);
        }

        var choice = chooser.Evaluate(record);
        if (choice.Death is not null)
        {
            _last = null;
            return choice;
        }

        return (_last = Of(choice.Matches is [var first, ..] ? first.Rule : count)).Evaluate(record);
    }

    public string? FirstText(string field) => _last?.FirstText(field);

    private T Of(int mapping) => _evaluators[mapping] ??= create(mapping);
}
