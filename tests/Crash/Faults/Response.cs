namespace Crash.Faults;

/// <summary>The meaning of a response for the request.</summary>
internal enum ResponseKind
{
    /// <summary>The system has taken something that it did not know.</summary>
    New,

    /// <summary>The response holds what the request asked for.</summary>
    Known,

    /// <summary>The system does not have what the request asked for.</summary>
    NotFound,

    /// <summary>The system cannot answer now and says so, as its contract allows.</summary>
    Refused,

    /// <summary>The system has more to do than it takes, and says so: the client is to come again.</summary>
    Busy,

    /// <summary>The connection ended, or the time was up, before a whole response was there.</summary>
    Unanswered,

    /// <summary>The contract does not allow such a response.</summary>
    Wrong,
}

/// <param name="Kind">Its meaning.</param>
/// <param name="Value">Present with <see cref="ResponseKind.New"/> and <see cref="ResponseKind.Known"/> only.</param>
/// <param name="Detail">For a person, when there is no value.</param>
internal readonly record struct Response<T>(ResponseKind Kind, T? Value, string Detail = "")
    where T : class;
