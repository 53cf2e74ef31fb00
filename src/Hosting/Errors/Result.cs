using System.Diagnostics.CodeAnalysis;

namespace Hosting.Errors;

/// <summary>A handler's answer: a value, or an error.</summary>
public readonly record struct Result<T>
    where T : notnull
{
    private readonly T? _value;
    private readonly Error? _error;

    private Result(T? value, Error? error) => (_value, _error) = (value, error);

#pragma warning disable CA2225 // The conversions are the constructors: handlers return a value or an error as it is.
    public static implicit operator Result<T>(T value) => new(value, null);

    public static implicit operator Result<T>(Error error) => new(default, error);
#pragma warning restore CA2225

    public bool IsError([NotNullWhen(true)] out Error? error, [NotNullWhen(false)] out T? value)
    {
        (error, value) = (_error, _value);
        return error is not null;
    }
}
