using System.Diagnostics.CodeAnalysis;

namespace Analyzer.Service.Features.Refusals;

/// <summary>What a handler answers: a value, or a refusal.</summary>
internal readonly record struct Outcome<T>
    where T : notnull
{
    private readonly T? _value;
    private readonly Refusal? _refusal;

    private Outcome(T? value, Refusal? refusal) => (_value, _refusal) = (value, refusal);

    public static implicit operator Outcome<T>(T value) => new(value, null);

    public static implicit operator Outcome<T>(Refusal refusal) => new(default, refusal);

    public bool IsRefused([NotNullWhen(true)] out Refusal? refusal, [NotNullWhen(false)] out T? value)
    {
        (refusal, value) = (_refusal, _value);
        return refusal is not null;
    }
}
