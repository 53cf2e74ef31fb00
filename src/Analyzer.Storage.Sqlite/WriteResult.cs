using Analyzer.Core;

namespace Analyzer.Storage.Sqlite;

/// <param name="Earlier">With <see cref="SaveOutcome.Known"/> the JSON that was there and stays, otherwise null.</param>
internal readonly record struct WriteResult(SaveOutcome Outcome, byte[]? Earlier = null);
