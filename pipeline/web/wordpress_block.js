// The block while it is edited: the address of a record, and the puzzle itself in a frame.

( function ( { blocks, blockEditor, components, element } ) {
  const { createElement: create } = element;

  /** Returns a page with the puzzle alone; what an author types becomes attributes, never markup. */
  function page( src ) {
    const sheet = document.implementation.createHTMLDocument( '' );
    const script = sheet.createElement( 'script' );
    const puzzle = sheet.createElement( 'puzzle-press' );
    Object.assign( script, { type: 'module', src: puzzlePress.player } );
    puzzle.setAttribute( 'src', src || puzzlePress.src );
    if ( ! src && puzzlePress.zone ) puzzle.setAttribute( 'zone', puzzlePress.zone );
    sheet.head.append( script );
    sheet.body.append( puzzle );
    return sheet.documentElement.outerHTML;
  }

  blocks.registerBlockType( 'puzzle-press/puzzle', {
    edit: ( { attributes, setAttributes } ) =>
      create(
        'div',
        blockEditor.useBlockProps(),
        create( components.TextControl, {
          label: 'Address of a record (empty: the puzzle of the day)',
          value: attributes.src,
          onChange: ( src ) => setAttributes( { src } ),
        } ),
        create( 'iframe', {
          title: 'Puzzle',
          srcDoc: page( attributes.src ),
          style: { width: '100%', height: '30rem', border: 0 },
        } )
      ),
    save: () => null,
  } );
} )( window.wp );
