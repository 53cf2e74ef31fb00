namespace Journal.Log.Writing;

/// <summary>The journal cannot be written in its state; the message says why, and what to do.</summary>
public sealed class JournalRefusedException(string message, Exception? inner = null) : Exception(message, inner);
