using Analyzer.Engines.Pdf.Lexing;
using Analyzer.Engines.Pdf.Memory;

namespace Analyzer.Engines.Pdf.Actions;

/// <summary>The kinds of actions (ISO 32000-2, 12.6.4); an object that was redefined has the actions of all its revisions.</summary>
[Flags]
internal enum ActionKinds
{
    None = 0,
    Other = 1 << 0,
    GoTo = 1 << 1,
    Uri = 1 << 2,
    Launch = 1 << 3,
    JavaScript = 1 << 4,
    SubmitForm = 1 << 5,
    ImportData = 1 << 6,
    GoToRemote = 1 << 7,

    /// <summary>Opens a file on another machine, named by a UNC path, which tells that machine who the reader is.</summary>
    Unc = 1 << 8,

    /// <summary>The object refers to more objects than are remembered.</summary>
    Forgotten = 1 << 9,

    /// <summary>The object is a dictionary with other keys than events, so its events were not followed.</summary>
    NoEvents = 1 << 10,
}

/// <summary>Remembers which actions a document's objects are, and follows the references between them when all have been seen.</summary>
internal sealed class ActionGraph
{
    public const int MaxObjects = 65_536;
    public const int MaxReferences = 65_536;

    /// <summary>The document itself, on opening.</summary>
    public const int OpenAction = -1;

    /// <summary>Any event of a page, a field or the document.</summary>
    public const int AdditionalActions = -2;

    /// <summary>A dictionary of events, to which an /AA refers.</summary>
    public const int Events = -3;

    private const ActionKinds Telling = ActionKinds.Uri | ActionKinds.Launch | ActionKinds.JavaScript | ActionKinds.SubmitForm
        | ActionKinds.ImportData | ActionKinds.GoToRemote | ActionKinds.Unc;

    private readonly IntTable _objects = new(MaxObjects);
    private readonly PooledList<Reference> _references = new();
    private readonly PooledList<Act> _acts = new(capacity: 16);
    private readonly PooledList<byte> _arguments = new();
    private ActionKinds _onOpen;
    private ActionKinds _onEvent;
    private bool _hasTriggers;

    /// <summary>Notes that a source is, or does, something.</summary>
    /// <param name="source">An object's number, <see cref="OpenAction"/> or <see cref="AdditionalActions"/>.</param>
    /// <param name="argument">The beginning of the address or the file's name that it has; may be empty.</param>
    public void Add(int source, ActionKinds kinds, in ObjectPlace place, ReadOnlySpan<byte> argument)
    {
        Add(source, kinds);
        if ((kinds & Telling) != 0 && _acts.Count < MaxObjects)
        {
            _acts.Add(new(source, kinds, place, _arguments.Count, argument.Length));
            _arguments.Append(argument);
        }
    }

    /// <summary>Notes that a source names an object as its action or as the next one.</summary>
    /// <param name="place">Where it does so.</param>
    public void AddReference(int source, int target, in ObjectPlace place)
    {
        if (_references.Count == MaxReferences)
        {
            Add(source, ActionKinds.Forgotten);
            return;
        }

        _references.Add(new(source, target, place));
        _hasTriggers |= source < 0;
    }

    /// <summary>Whether an object has ended, or may have without being remembered.</summary>
    public bool MayKnow(int number) => _objects.Count == MaxObjects || _objects.TryGet(number, out _);

    /// <summary>Follows the references from one trigger; cycles end where they began.</summary>
    public ActionTargets Follow(int trigger)
    {
        var kinds = trigger == OpenAction ? _onOpen : _onEvent;
        var forgotten = IsForgotten(kinds) ? 1 : 0;
        if (!_hasTriggers)
        {
            return new(trigger, kinds, forgotten, [], null);
        }

        var unseen = new PlaceList();
        var references = _references.Span;
        references.Sort();
        var visited = new HashSet<int>();
        var queue = new Queue<int>(trigger == AdditionalActions ? [Events, trigger] : [trigger]);
        while (queue.TryDequeue(out var source))
        {
            for (var i = FirstOf(references, source); i < references.Length && references[i].Source == source; i++)
            {
                var target = references[i].Target;
                if (!visited.Add(target))
                {
                    continue;
                }

                var isKnown = _objects.TryGet(target, out var seen);
                var isHidden = source == Events && ((ActionKinds)seen & ActionKinds.NoEvents) != 0;
                if (!isKnown || isHidden || IsForgotten((ActionKinds)seen))
                {
                    unseen.Add(references[i].Place);
                }

                if (isKnown)
                {
                    kinds |= (ActionKinds)seen;
                    queue.Enqueue(target);
                }
            }
        }

        return new(trigger, kinds, forgotten + (int)unseen.Count, unseen.Places, visited);
    }

    /// <summary>The places of what a document does without a click, of one kind.</summary>
    /// <param name="argument">The beginning of the first address or file's name there; empty when there is none.</param>
    /// <returns>At most 16.</returns>
    public IReadOnlyList<ObjectPlace> PlacesOf(
        ActionKinds kind, in ActionTargets onOpen, in ActionTargets onEvent, out ReadOnlySpan<byte> argument)
    {
        argument = [];
        var places = new List<ObjectPlace>();
        foreach (ref var act in _acts.Span)
        {
            if ((act.Kinds & kind) != 0 && (onOpen.Has(act.Source) || onEvent.Has(act.Source)) && places.Count < PlaceList.MaxPlaces)
            {
                places.Add(act.Place);
                argument = argument.IsEmpty ? _arguments.Span.Slice(act.Argument, act.Length) : argument;
            }
        }

        return places;
    }

    /// <summary>Makes it ready for another file.</summary>
    public void Clear()
    {
        _objects.Clear();
        _references.Clear();
        _acts.Clear();
        _arguments.Clear();
        (_onOpen, _onEvent, _hasTriggers) = (ActionKinds.None, ActionKinds.None, false);
    }

    private void Add(int source, ActionKinds kinds)
    {
        switch (source)
        {
            case OpenAction:
                _onOpen |= kinds;
                break;
            case AdditionalActions or Events:
                _onEvent |= kinds;
                break;
            case > 0:
                // The actions of an object that is not remembered count as unseen.
                _objects.GetOrAdd(source, out _) |= (int)kinds;
                break;
        }
    }

    private static bool IsForgotten(ActionKinds kinds) => (kinds & ActionKinds.Forgotten) != 0;

    private static int FirstOf(ReadOnlySpan<Reference> references, int source)
    {
        var found = references.BinarySearch(new Reference(source, int.MinValue, default));
        return found < 0 ? ~found : found;
    }

    /// <param name="Argument">Where the argument is kept.</param>
    /// <param name="Length">The argument's length.</param>
    private readonly record struct Act(int Source, ActionKinds Kinds, ObjectPlace Place, int Argument, int Length);

    private readonly record struct Reference(int Source, int Target, ObjectPlace Place) : IComparable<Reference>
    {
        public int CompareTo(Reference other) =>
            (Source, Target, Place.Offset).CompareTo((other.Source, other.Target, other.Place.Offset));
    }
}

/// <summary>The actions of a trigger.</summary>
/// <param name="Unseen">How many of its targets are not in the file, or were not remembered.</param>
/// <param name="UnseenPlaces">Where the first of these are named.</param>
/// <param name="Reached">The objects that it leads to; null for none.</param>
internal readonly record struct ActionTargets(
    int Trigger, ActionKinds Kinds, int Unseen, IReadOnlyList<ObjectPlace> UnseenPlaces, IReadOnlySet<int>? Reached)
{
    /// <summary>Whether it is, or leads to, this source of actions.</summary>
    public bool Has(int source) => source == Trigger || (Reached is not null && Reached.Contains(source));
}
