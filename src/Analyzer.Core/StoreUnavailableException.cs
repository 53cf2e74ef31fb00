namespace Analyzer.Core;

/// <summary>The store cannot save or answer now. A later attempt may succeed. Nothing was half-written.</summary>
public sealed class StoreUnavailableException(string message, Exception? innerException = null) : Exception(message, innerException);
