namespace Journal.Log.Writing;

/// <summary>The journal cannot be written as it is; the message says why, and what to do.</summary>
public sealed class JournalRefusedException(string message, Exception? inner = null) : Exception(message, inner);
