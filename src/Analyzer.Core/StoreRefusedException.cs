namespace Analyzer.Core;

/// <summary>
/// What lies at the configured place is not a store that this version may use: another program's, or a newer version's. It was left as
/// it was. A retry cannot help, a person has to act; the message says how.
/// </summary>
public sealed class StoreRefusedException(string message, Exception? innerException = null) : Exception(message, innerException);
