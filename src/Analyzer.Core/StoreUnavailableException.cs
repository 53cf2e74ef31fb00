namespace Analyzer.Core;

/// <summary>The store cannot take or answer it now; trying again later may help. Nothing was half-written.</summary>
public sealed class StoreUnavailableException(string message, Exception? innerException = null) : Exception(message, innerException);
