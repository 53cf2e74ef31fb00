namespace Load.Crash.Edges;

/// <param name="Kind">What it says.</param>
/// <param name="Value">With <see cref="ResponseKind.New"/> and <see cref="ResponseKind.Known"/> only.</param>
/// <param name="Detail">For a person, when there is no value.</param>
internal readonly record struct Response<T>(ResponseKind Kind, T? Value, string Detail = "")
    where T : class;
