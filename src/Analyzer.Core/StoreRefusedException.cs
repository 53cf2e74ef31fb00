namespace Analyzer.Core;

/// <summary>
/// The configured place holds something that this version must not use: another program's data, or a newer version's. It was not changed. A
/// retry cannot help: a person has to act, and the message says how.
/// </summary>
public sealed class StoreRefusedException(string message, Exception? innerException = null) : Exception(message, innerException);
